// Secrets of repositories, organizations and people. A value goes in and is seen again only by the tasks that get it.
#include "runners/secrets.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"
#include "crypto/sealed_text.hpp"
#include "db/database.hpp"
#include "runners/owner.hpp"
#include "runners/tables.hpp"
#include "runners/value_rules.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;

namespace {

struct Secret {
    std::string name;
    std::string description;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Secret, (), (name, description, created_at))
constexpr auto notes(const Secret*)
{
    return std::array{Note{"", "A secret, without its value"}, Note{"name", "in capitals"},
                      Note{"description", "what it is for"}, Note{"created_at", "when it was made"}};
}

struct CreateOrUpdateSecretOption {
    std::string data;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(CreateOrUpdateSecretOption, (), (data, description))
constexpr auto notes(const CreateOrUpdateSecretOption*)
{
    return std::array{Note{"", "A secret"},
                      Note{.member = "data", .doc = "its value, at most 64 KiB", .required = true},
                      Note{"description", "what it is for"}};
}

struct SecretPath {
    std::string secretname;
};
BOOST_DESCRIBE_STRUCT(SecretPath, (), (secretname))
constexpr auto notes(const SecretPath*)
{
    return std::array{Note{"secretname", "the name of the secret, in any case"}};
}

struct ListSecrets : Paging { };
BOOST_DESCRIBE_STRUCT(ListSecrets, (Paging), ())

// A row as tasks get it.
struct SealedSecret {
    std::int64_t account_id = 0;
    std::int64_t repository_id = 0;
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(SealedSecret, (), (account_id, repository_id, name, value))

crypto::Sealer sealer(const config::Settings& settings)
{
    return {settings.security.secret_key, "secrets of workflows"};
}

// So that nobody who can write to the database can move a secret to where they can read it.
std::string seal_context(const Owner& owner, std::string_view name)
{
    return (owner.repository_id != 0 ? "repository " + std::to_string(owner.repository_id)
                                     : "account " + std::to_string(owner.account_id))
        + " " + std::string(name);
}

Result<Page<Secret>> list(Call& call, const Owner& owner, Query<ListSecrets> query)
{
    return call.db().page<Secret>(query.value,
                                  "SELECT name, description, created_at FROM action_secret"
                                  " WHERE account_id = $1 OR repository_id = $2 ORDER BY name",
                                  owner.account(), owner.repository());
}

Result<Raw> put(Call& call, const Owner& owner, Path<SecretPath> path, Body<CreateOrUpdateSecretOption> body)
{
    const auto name = TRY(read_value_name(path->secretname));
    const auto sealed = sealer(call.settings()).seal(TRY(read_value(body->data)), seal_context(owner, name));
    const auto description = read_description(body->description);
    return call.db().write([&](db::Transaction& tx) -> Result<Raw> {
        const auto changed = tx.run("UPDATE action_secret SET value = $4, description = $5"
                                    " WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                                    owner.account(), owner.repository(), name, sealed, description);
        if (changed > 0) return Raw{.body = {}, .content_type = {}, .status = 204};
        if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM action_secret WHERE account_id = $1"
                                    " OR repository_id = $2",
                                    owner.account(), owner.repository())
            >= most_values)
            return fail(Errc::bad_request, "there are at most 1000 secrets in one place");
        tx.run("INSERT INTO action_secret (account_id, repository_id, name, value, description, created_at)"
               " VALUES ($1, $2, $3, $4, $5, $6)",
               owner.account(), owner.repository(), name, sealed, description, Time::now());
        return Raw{.body = {}, .content_type = {}};
    });
}

Result<> remove(Call& call, const Owner& owner, Path<SecretPath> path)
{
    const auto name = read_value_name(path->secretname);
    const bool removed = name && call.db().write([&](db::Transaction& tx) {
        return tx.run("DELETE FROM action_secret WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                      owner.account(), owner.repository(), *name)
            > 0;
    });
    if (!removed) return not_found("the secret");
    return {};
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/actions/secrets",              scope::repository,   owns_repository,   handle<list>,   200, "repoListActionsSecrets", "List the secrets of a repository", {}, "SecretList"},
    {PUT,    "/repos/{owner}/{repo}/actions/secrets/{secretname}", scope::repository,   owns_repository,   handle<put>,    201, "updateRepoSecret",       "Make or replace a secret of a repository", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/actions/secrets/{secretname}", scope::repository,   owns_repository,   handle<remove>, 204, "deleteRepoSecret",       "Delete a secret of a repository", {400}},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/actions/secrets",                        scope::organization, owns_organization, handle<list>,   200, "orgListActionsSecrets",  "List the secrets of an organization", {}, "SecretList"},
    {PUT,    "/orgs/{org}/actions/secrets/{secretname}",           scope::organization, owns_organization, handle<put>,    201, "updateOrgSecret",        "Make or replace a secret of an organization", {400, 422}},
    {DELETE, "/orgs/{org}/actions/secrets/{secretname}",           scope::organization, owns_organization, handle<remove>, 204, "deleteOrgSecret",        "Delete a secret of an organization", {400}},
};
constexpr Operation of_oneself[] = {
    {PUT,    "/user/actions/secrets/{secretname}",                 own_things,          oneself,           handle<put>,    201, "updateUserSecret",       "Make or replace a secret of your own", {400, 404, 422}},
    {DELETE, "/user/actions/secrets/{secretname}",                 own_things,          oneself,           handle<remove>, 204, "deleteUserSecret",       "Delete a secret of your own", {400, 404}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_oneself));

} // namespace

Values secrets_for(db::Queries& db, const config::Settings& settings, const repositories::StoredRepository& repository,
                   Origin origin)
{
    Values values;
    if (origin == Origin::fork) return values;
    const auto key = sealer(settings);
    // The repository's come last, and stay.
    for (const auto& row : db.all<SealedSecret>("SELECT account_id, repository_id, name, value FROM action_secret"
                                                " WHERE account_id = $1 OR repository_id = $2"
                                                " ORDER BY COALESCE(repository_id, 0), name",
                                                repository.owner_id, repository.id)) {
        auto value = key.open(row.value, seal_context({row.account_id, row.repository_id}, row.name));
        if (value) values[row.name] = std::move(*value);
        else log::error("a secret cannot be opened", {{"repository", repository.id}, {"name", row.name}});
    }
    return values;
}

bool add_secret(db::Transaction& tx, const config::Settings& settings, const Owner& owner, const NewSecret& secret)
{
    return tx.run("INSERT INTO action_secret (account_id, repository_id, name, value, description, created_at)"
                  " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                  owner.account(), owner.repository(), secret.name,
                  sealer(settings).seal(secret.value, seal_context(owner, secret.name)), secret.description,
                  secret.created_at)
        > 0;
}

const Table repository_secret_table{"repository", of_repositories};
const Table organization_secret_table{"organization", of_organizations};
const Table own_secret_table{"user", of_oneself};

} // namespace cairn::runners
