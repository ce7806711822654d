#include "runners/variable.hpp"

#include "db/database.hpp"

namespace cairn::runners {

using api::Call;

namespace {

// A name that nothing can have is one that nothing has.
Result<std::string> named(std::string_view given)
{
    auto name = read_value_name(given);
    if (!name) return not_found("the variable");
    return name;
}

std::unexpected<Error> taken(const std::string& name)
{
    return fail(Errc::conflict, "there is a variable named " + name + " already");
}

struct NameAndValue {
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(NameAndValue, (), (name, value))

} // namespace

Page<ActionVariable> variables_of(const Call& call, const Owner& owner, const Paging& paging)
{
    return call.db().page<ActionVariable>(paging,
                                          "SELECT account_id AS owner_id, repository_id AS repo_id, name,"
                                          " value AS data, description FROM action_variable"
                                          " WHERE COALESCE(account_id, 0) = $1 AND COALESCE(repository_id, 0) = $2"
                                          " ORDER BY name",
                                          owner.account_id, owner.repository_id);
}

Result<ActionVariable> find_variable(const Call& call, const Owner& owner, std::string_view given)
{
    auto found = call.db().first<ActionVariable>("SELECT account_id AS owner_id, repository_id AS repo_id, name,"
                                                 " value AS data, description FROM action_variable"
                                                 " WHERE COALESCE(account_id, 0) = $1"
                                                 " AND COALESCE(repository_id, 0) = $2 AND name = $3",
                                                 owner.account_id, owner.repository_id, TRY(named(given)));
    if (!found) return not_found("the variable");
    return std::move(*found);
}

Result<void> create_variable(const Call& call, const Owner& owner, std::string_view given,
                             const CreateVariableOption& wanted)
{
    const auto name = TRY(read_value_name(given));
    const auto value = TRY(read_value(wanted.value));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM action_variable"
                                    " WHERE COALESCE(account_id, 0) = $1 AND COALESCE(repository_id, 0) = $2",
                                    owner.account_id, owner.repository_id)
            >= most_values)
            return fail(Errc::bad_request, "there are at most 1000 variables in one place");
        const auto made =
            tx.try_run("INSERT INTO action_variable (account_id, repository_id, name, value, description)"
                       " VALUES ($1, $2, $3, $4, $5)",
                       owner.account(), owner.repository(), name, value, read_description(wanted.description));
        if (!made) return taken(name);
        return {};
    });
}

Result<void> update_variable(const Call& call, const Owner& owner, std::string_view given,
                             const UpdateVariableOption& wanted)
{
    const auto old_name = TRY(named(given));
    const auto name = wanted.name.empty() ? old_name : TRY(read_value_name(wanted.name));
    const auto value = TRY(read_value(wanted.value));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto changed = tx.try_run("UPDATE action_variable SET name = $4, value = $5, description = $6"
                                        " WHERE COALESCE(account_id, 0) = $1 AND COALESCE(repository_id, 0) = $2"
                                        " AND name = $3",
                                        owner.account_id, owner.repository_id, old_name, name, value,
                                        read_description(wanted.description));
        if (!changed) return taken(name);
        if (*changed == 0) return not_found("the variable");
        return {};
    });
}

Result<void> delete_variable(const Call& call, const Owner& owner, std::string_view given)
{
    const auto name = TRY(named(given));
    const bool removed = call.db().write([&](db::Transaction& tx) {
        return tx.run("DELETE FROM action_variable WHERE COALESCE(account_id, 0) = $1"
                      " AND COALESCE(repository_id, 0) = $2 AND name = $3",
                      owner.account_id, owner.repository_id, name)
            > 0;
    });
    if (!removed) return not_found("the variable");
    return {};
}

Values variables_for(db::Queries& db, const repositories::StoredRepository& repository)
{
    Values values;
    // Who is nearer comes later, and stays.
    for (auto& row :
         db.all<NameAndValue>("SELECT name, value, 0 AS nearness FROM action_variable"
                              " WHERE COALESCE(account_id, 0) = 0 AND COALESCE(repository_id, 0) = 0"
                              " UNION ALL SELECT name, value, 1 FROM action_variable WHERE account_id = $1"
                              " UNION ALL SELECT name, value, 2 FROM action_variable WHERE repository_id = $2"
                              " ORDER BY nearness, name",
                              repository.owner_id, repository.id))
        values[row.name] = std::move(row.value);
    return values;
}

} // namespace cairn::runners
