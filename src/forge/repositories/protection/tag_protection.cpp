#include "repositories/protection/tag_protection.hpp"

#include <map>

#include "base/text.hpp"
#include "db/composition.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::repositories {

using namespace api;
using db::bound;

namespace {

struct ListedName {
    std::int64_t protection_id = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ListedName, (), (protection_id, name))

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

} // namespace

std::vector<StoredTagProtection> tag_protections(db::Queries& db, const RepositoryContext& place)
{
    return db.all<StoredTagProtection>("SELECT * FROM tag_protection WHERE repository_id = $1 ORDER BY id",
                                       place.repository.id);
}

Result<StoredTagProtection> find_tag_protection(db::Queries& db, const RepositoryContext& place, std::int64_t id)
{
    auto rule = db.first<StoredTagProtection>("SELECT * FROM tag_protection WHERE repository_id = $1 AND id = $2",
                                              place.repository.id, id);
    if (!rule) return not_found("the rule");
    return std::move(*rule);
}

Result<StoredTagProtection> create_tag_protection(const Call& call, const RepositoryContext& place,
                                                  const CreateTagProtectionOption& wanted)
{
    const std::string pattern(text::trim(wanted.name_pattern));
    if (pattern.empty()) return fail(Errc::bad_request, "the rule needs a pattern");
    if (wanted.whitelist_usernames.empty() && wanted.whitelist_teams.empty())
        return fail(Errc::bad_request, "the rule needs somebody whom it lets pass");
    if (!is_tag_pattern(pattern)) return fail(Errc::unprocessable, "\"" + pattern + "\" is a broken pattern");
    return call.db().write([&](db::Transaction& tx) -> Result<StoredTagProtection> {
        auto rule = tx.first<StoredTagProtection>(
            "INSERT INTO tag_protection (repository_id, name_pattern, created_at, updated_at)"
            " VALUES ($1, $2, $3, $3) ON CONFLICT DO NOTHING RETURNING *",
            place.repository.id, pattern, Time::now());
        if (!rule) return fail(Errc::forbidden, "there is a rule with this pattern already");
        TRY(set_people(tx, rule->id, wanted.whitelist_usernames));
        TRY(set_teams(tx, place, rule->id, wanted.whitelist_teams));
        return std::move(*rule);
    });
}

Result<StoredTagProtection> edit_tag_protection(const Call& call, const RepositoryContext& place, std::int64_t id,
                                                const EditTagProtectionOption& wanted)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredTagProtection> {
        auto rule = TRY(find_tag_protection(tx, place, id));
        if (wanted.name_pattern) rule.name_pattern = *wanted.name_pattern;
        rule.updated_at = Time::now();
        if (!tx.try_run("UPDATE tag_protection SET name_pattern = $2, updated_at = $3 WHERE id = $1", rule.id,
                        rule.name_pattern, rule.updated_at))
            return fail(Errc::forbidden, "there is a rule with this pattern already");
        if (wanted.whitelist_usernames) TRY(set_people(tx, rule.id, *wanted.whitelist_usernames));
        if (wanted.whitelist_teams) TRY(set_teams(tx, place, rule.id, *wanted.whitelist_teams));
        return rule;
    });
}

Result<void> delete_tag_protection(const Call& call, const RepositoryContext& place, std::int64_t id)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto rule = TRY(find_tag_protection(tx, place, id));
        tx.run("DELETE FROM tag_protection WHERE id = $1", rule.id);
        return {};
    });
}

std::vector<TagProtection> show_tag_protections(db::Queries& db, const RepositoryContext& place,
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

} // namespace cairn::repositories
