#include "identity/token_limits.hpp"

#include <algorithm>

#include "db/composition.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::identity {

namespace {

constexpr std::size_t most_repositories = 100; // of one token

struct Only {
    std::int64_t token_id = 0;
    std::string owner;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Only, (), (token_id, owner, name))

} // namespace

std::map<std::int64_t, std::optional<std::vector<std::string>>> repositories_of(
    db::Queries& db, std::span<const accounts::StoredToken> tokens)
{
    std::vector<std::int64_t> limited;
    for (const auto& token : tokens)
        if (token.limited) limited.push_back(token.id);
    std::map<std::int64_t, std::optional<std::vector<std::string>>> found;
    if (limited.empty()) return found;
    for (const auto id : limited) found[id].emplace();
    db::Composition query("SELECT t.token_id, o.name AS owner, r.name FROM token_repository t"
                          " JOIN repository r ON r.id = t.repository_id JOIN account o ON o.id = r.owner_id"
                          " WHERE t.token_id IN ");
    query << db::bound(limited) << " ORDER BY o.lower_name, r.lower_name";
    for (const auto& only : db.all<Only>(query)) found[only.token_id]->push_back(only.owner + "/" + only.name);
    return found;
}

// What the account does not see is not found, as everywhere: a list of names must not tell what there is.
Result<std::vector<std::int64_t>> find_repositories(db::Queries& db, const accounts::Account& account,
                                                    std::span<const std::string> names)
{
    if (names.empty()) return fail(Errc::unprocessable, "repositories names none: such a token would open nothing");
    if (names.size() > most_repositories)
        return fail(Errc::unprocessable, "a token is limited to at most 100 repositories");
    std::vector<std::int64_t> ids;
    for (const auto& full_name : names) {
        const auto slash = std::min(full_name.find('/'), full_name.size());
        const auto owner = accounts::find_account(db, std::string_view(full_name).substr(0, slash));
        const auto repository = owner && slash < full_name.size()
            ? repositories::find_repository(db, owner->id, std::string_view(full_name).substr(slash + 1))
            : std::nullopt;
        if (!repository || !repositories::access_of(db, account, *repository).sees())
            return fail(Errc::unprocessable, "there is no repository '" + full_name + "'");
        ids.push_back(repository->id);
    }
    return ids;
}

} // namespace cairn::identity
