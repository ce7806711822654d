// The rules for a repository's tags.
#include <map>

#include "base/text.hpp"
#include "db/composition.hpp"
#include "repositories/protection/listed_names.hpp"
#include "repositories/protection/protection.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using db::bound;

namespace {

struct TagProtection {
    std::int64_t id = 0;
    std::string name_pattern;
    std::vector<std::string> whitelist_usernames;
    std::vector<std::string> whitelist_teams;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(TagProtection, (),
                      (id, name_pattern, whitelist_usernames, whitelist_teams, created_at, updated_at))
constexpr auto notes(const TagProtection*)
{
    return std::array{Note{"", "A rule that says who may make, move and delete the tags that its pattern fits"}};
}

struct CreateTagProtectionOption {
    std::string name_pattern;
    std::vector<std::string> whitelist_usernames;
    std::vector<std::string> whitelist_teams;
};
BOOST_DESCRIBE_STRUCT(CreateTagProtectionOption, (), (name_pattern, whitelist_usernames, whitelist_teams))
constexpr auto notes(const CreateTagProtectionOption*)
{
    return std::array{Note{.member = "name_pattern",
                           .doc = "a pattern with *, or a regular expression between slashes",
                           .max_length = 255}};
}

struct EditTagProtectionOption {
    std::optional<std::string> name_pattern;
    std::optional<std::vector<std::string>> whitelist_usernames;
    std::optional<std::vector<std::string>> whitelist_teams;
};
BOOST_DESCRIBE_STRUCT(EditTagProtectionOption, (), (name_pattern, whitelist_usernames, whitelist_teams))
constexpr auto notes(const EditTagProtectionOption*)
{
    return std::array{Note{.member = "name_pattern",
                           .doc = "a pattern with *, or a regular expression between slashes",
                           .max_length = 255}};
}

struct RulePath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(RulePath, (), (id))
constexpr auto notes(const RulePath*) { return std::array{Note{"id", "the rule's id"}}; }

struct ListedName {
    std::int64_t protection_id = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ListedName, (), (protection_id, name))

std::vector<TagProtection> show(db::Queries& db, const RepositoryContext& place,
                                std::span<const StoredTagProtection> rules)
{
    std::vector<TagProtection> shown;
    shown.reserve(rules.size());
    std::map<std::int64_t, TagProtection*> by_id;
    std::vector<std::int64_t> ids;
    for (const auto& rule : rules) {
        by_id[rule.id] = &shown.emplace_back(TagProtection{.id = rule.id,
                                                           .name_pattern = rule.name_pattern,
                                                           .created_at = rule.created_at,
                                                           .updated_at = rule.updated_at});
        ids.push_back(rule.id);
    }
    db::Composition people("SELECT l.protection_id, a.name FROM tag_protection_person l"
                           " JOIN account a ON a.id = l.account_id WHERE l.protection_id IN ");
    people << bound(ids) << " AND ";
    add_was_let_in(people, place);
    people << " ORDER BY a.id";
    for (auto& listed : db.all<ListedName>(people))
        by_id[listed.protection_id]->whitelist_usernames.push_back(listed.name);
    db::Composition teams("SELECT l.protection_id, t.name FROM tag_protection_team l JOIN team t ON t.id = l.team_id"
                          " JOIN team_repository tr ON tr.team_id = t.id WHERE tr.repository_id = ");
    teams << bound(place.repository.id) << " AND l.protection_id IN " << bound(ids) << " ORDER BY t.id";
    for (auto& listed : db.all<ListedName>(teams)) by_id[listed.protection_id]->whitelist_teams.push_back(listed.name);
    return shown;
}

TagProtection show_one(db::Queries& db, const RepositoryContext& place, const StoredTagProtection& rule)
{
    return std::move(show(db, place, {&rule, 1}).front());
}

Result<StoredTagProtection> find_rule(db::Queries& db, const RepositoryContext& place, std::int64_t id)
{
    auto rule = db.first<StoredTagProtection>("SELECT * FROM tag_protection WHERE repository_id = $1 AND id = $2",
                                              place.repository.id, id);
    if (!rule) return not_found("the rule");
    return std::move(*rule);
}

Result<void> set_people(db::Transaction& tx, std::int64_t rule, std::span<const std::string> names)
{
    const auto people = TRY(people_named(tx, names));
    tx.run("DELETE FROM tag_protection_person WHERE protection_id = $1", rule);
    for (const auto& person : people)
        tx.run("INSERT INTO tag_protection_person (protection_id, account_id) VALUES ($1, $2)", rule, person.id);
    return {};
}

Result<void> set_teams(db::Transaction& tx, const RepositoryContext& place, std::int64_t rule,
                       std::span<const std::string> names)
{
    const auto teams = TRY(teams_named(tx, place, names));
    tx.run("DELETE FROM tag_protection_team WHERE protection_id = $1", rule);
    for (const auto team : teams)
        tx.run("INSERT INTO tag_protection_team (protection_id, team_id) VALUES ($1, $2)", rule, team);
    return {};
}

Result<std::vector<TagProtection>> list(Call& call, const RepositoryContext& place)
{
    return show(call.db(), place,
                call.db().all<StoredTagProtection>("SELECT * FROM tag_protection WHERE repository_id = $1 ORDER BY id",
                                                   place.repository.id));
}

Result<TagProtection> get(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return show_one(call.db(), place, TRY(find_rule(call.db(), place, path->id)));
}

Result<TagProtection> create(Call& call, const RepositoryContext& place, Body<CreateTagProtectionOption> body)
{
    const std::string pattern(text::trim(body->name_pattern));
    if (pattern.empty()) return fail(Errc::bad_request, "the rule needs a pattern");
    if (body->whitelist_usernames.empty() && body->whitelist_teams.empty())
        return fail(Errc::bad_request, "the rule needs somebody whom it lets pass");
    if (!is_tag_pattern(pattern)) return fail(Errc::unprocessable, "\"" + pattern + "\" is a broken pattern");
    return call.db().write([&](db::Transaction& tx) -> Result<TagProtection> {
        const auto rule = tx.first<StoredTagProtection>(
            "INSERT INTO tag_protection (repository_id, name_pattern, created_at, updated_at)"
            " VALUES ($1, $2, $3, $3) ON CONFLICT DO NOTHING RETURNING *",
            place.repository.id, pattern, Time::now());
        if (!rule) return fail(Errc::forbidden, "there is a rule with this pattern already");
        TRY(set_people(tx, rule->id, body->whitelist_usernames));
        TRY(set_teams(tx, place, rule->id, body->whitelist_teams));
        return show_one(tx, place, *rule);
    });
}

Result<TagProtection> edit(Call& call, const RepositoryContext& place, Path<RulePath> path,
                           Body<EditTagProtectionOption> body)
{
    return call.db().write([&](db::Transaction& tx) -> Result<TagProtection> {
        auto rule = TRY(find_rule(tx, place, path->id));
        if (body->name_pattern) rule.name_pattern = *body->name_pattern;
        rule.updated_at = Time::now();
        if (!tx.try_run("UPDATE tag_protection SET name_pattern = $2, updated_at = $3 WHERE id = $1", rule.id,
                        rule.name_pattern, rule.updated_at))
            return fail(Errc::forbidden, "there is a rule with this pattern already");
        if (body->whitelist_usernames) TRY(set_people(tx, rule.id, *body->whitelist_usernames));
        if (body->whitelist_teams) TRY(set_teams(tx, place, rule.id, *body->whitelist_teams));
        return show_one(tx, place, rule);
    });
}

Result<> remove(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto rule = TRY(find_rule(tx, place, path->id));
        tx.run("DELETE FROM tag_protection WHERE id = $1", rule.id);
        return {};
    });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/tag_protections",      scope::repository, administers_repository,      handle<list>,   200, "repoListTagProtection",   "List the rules for a repository's tags", {}, "TagProtectionList"},
    {POST,   "/repos/{owner}/{repo}/tag_protections",      scope::repository, administers_live_repository, handle<create>, 201, "repoCreateTagProtection", "Make a rule for tags", {400, 422}},
    {GET,    "/repos/{owner}/{repo}/tag_protections/{id}", scope::repository, administers_repository,      handle<get>,    200, "repoGetTagProtection",    "Get a rule for tags"},
    {PATCH,  "/repos/{owner}/{repo}/tag_protections/{id}", scope::repository, administers_live_repository, handle<edit>,   200, "repoEditTagProtection",   "Change a rule for tags", {422}},
    {DELETE, "/repos/{owner}/{repo}/tag_protections/{id}", scope::repository, administers_repository,      handle<remove>, 204, "repoDeleteTagProtection", "Delete a rule for tags"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table tag_protection_table{"repository", operations};

} // namespace cairn::repositories
