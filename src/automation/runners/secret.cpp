#include "runners/secret.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"
#include "crypto/sealed_text.hpp"
#include "db/database.hpp"

namespace cairn::runners {

using api::Call;

namespace {

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

} // namespace

Page<Secret> secrets_of(const Call& call, const Owner& owner, const Paging& paging)
{
    return call.db().page<Secret>(paging,
                                  "SELECT name, description, created_at FROM action_secret"
                                  " WHERE account_id = $1 OR repository_id = $2 ORDER BY name",
                                  owner.account(), owner.repository());
}

Result<Secret> find_secret(const Call& call, const Owner& owner, std::string_view given)
{
    const auto name = read_value_name(given);
    auto found = name ? call.db().first<Secret>("SELECT name, description, created_at FROM action_secret"
                                                " WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                                                owner.account(), owner.repository(), *name)
                      : std::nullopt;
    if (!found) return not_found("the secret");
    return std::move(*found);
}

Result<bool> put_secret(const Call& call, const Owner& owner, std::string_view given,
                        const CreateOrUpdateSecretOption& wanted)
{
    const auto name = TRY(read_value_name(given));
    const auto sealed = sealer(call.settings()).seal(TRY(read_value(wanted.data)), seal_context(owner, name));
    const auto description = read_description(wanted.description);
    return call.db().write([&](db::Transaction& tx) -> Result<bool> {
        const auto changed = tx.run("UPDATE action_secret SET value = $4, description = $5"
                                    " WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                                    owner.account(), owner.repository(), name, sealed, description);
        if (changed > 0) return false;
        if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM action_secret WHERE account_id = $1"
                                    " OR repository_id = $2",
                                    owner.account(), owner.repository())
            >= most_values)
            return fail(Errc::bad_request, "there are at most 1000 secrets in one place");
        tx.run("INSERT INTO action_secret (account_id, repository_id, name, value, description, created_at)"
               " VALUES ($1, $2, $3, $4, $5, $6)",
               owner.account(), owner.repository(), name, sealed, description, Time::now());
        return true;
    });
}

Result<void> delete_secret(const Call& call, const Owner& owner, std::string_view given)
{
    const auto name = read_value_name(given);
    const bool removed = name && call.db().write([&](db::Transaction& tx) {
        return tx.run("DELETE FROM action_secret WHERE (account_id = $1 OR repository_id = $2) AND name = $3",
                      owner.account(), owner.repository(), *name)
            > 0;
    });
    if (!removed) return not_found("the secret");
    return {};
}

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

} // namespace cairn::runners
