// What workflows are given: variables, and secrets, which the old site's SECRET_KEY opens and ours seals.
#include "base/encoding.hpp"
#include "crypto/imported_secret.hpp"
#include "import/kinds.hpp"
#include "runners/secret.hpp"
#include "runners/value_rules.hpp"

namespace cairn::import {

namespace {

struct SecretRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    std::string name;
    std::string data; // in hexadecimal: text of Gitea's, bytes of Forgejo's
    std::string description;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(SecretRow, (), (id, owner_id, repo_id, name, data, description, created_unix))
constexpr auto notes(const SecretRow*) { return std::array{Note{.member = "data", .format = "bytes"}}; }

struct VariableRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    std::string name;
    std::string data;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(VariableRow, (), (id, owner_id, repo_id, name, data, description))

template <class Row> std::expected<runners::Owner, Refusal> holder_of(Batch& batch, const Row& row)
{
    runners::Owner holder;
    if (row.repo_id > 0) holder.repository_id = batch.repository(row.repo_id).value_or(0);
    else if (row.owner_id > 0) holder.account_id = batch.account(row.owner_id).value_or(0);
    else return holder;
    if (holder.is_site()) return refuse("whose it is was not moved", row.name);
    return holder;
}

std::optional<std::string> opened(const Batch& batch, const SecretRow& row)
{
    const auto& key = batch.move().old.secret_key;
    const auto bytes = hex_decode(row.data);
    if (!bytes) return {};
    if (auto value = crypto::open_imported_secret(key, *bytes)) return value;
    return crypto::open_bound_secret(key, {.purpose = "action_secret", .column = "data", .id = row.id}, *bytes);
}

Outcome take_secret(Batch& batch, SecretRow& row)
{
    const auto holder = TRY(holder_of(batch, row));
    if (holder.is_site())
        return refuse("it is the whole site's: here it is a repository's, an organization's or a person's", row.name);
    const auto name = runners::read_value_name(row.name);
    if (!name) return refuse(name.error(), row.name);
    const auto value = opened(batch, row);
    if (!value) return refuse("SECRET_KEY does not open it", row.name);
    if (!runners::add_secret(batch.tx, batch.settings(), holder,
                             {.name = *name,
                              .value = *value,
                              .description = runners::read_description(row.description),
                              .created_at = row.created_unix}))
        return refuse("there is one of its name here", row.name);
    return {};
}

Outcome take_variable(Batch& batch, VariableRow& row)
{
    const auto holder = TRY(holder_of(batch, row));
    const auto name = runners::read_value_name(row.name);
    if (!name) return refuse(name.error(), row.name);
    const auto value = runners::read_value(row.data);
    if (!value) return refuse(value.error(), row.name);
    if (batch.tx.run("INSERT INTO action_variable (account_id, repository_id, name, value, description)"
                     " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                     holder.account(), holder.repository(), *name, *value, runners::read_description(row.description))
        == 0)
        return refuse("there is one of its name here", row.name);
    return {};
}

} // namespace

const Kind secrets_kind{.name = "secrets of workflows",
                        .table = "secret",
                        .run = &move_rows<SecretRow, &take_secret>,
                        .needed = "id owner_id repo_id name data"};
const Kind variables_kind{.name = "variables of workflows",
                          .table = "action_variable",
                          .run = &move_rows<VariableRow, &take_variable>,
                          .needed = "id owner_id repo_id name data"};

} // namespace cairn::import
