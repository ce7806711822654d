#include "accounts/written_users.hpp"

#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "api/operation.hpp"
#include "db/composition.hpp"
#include "db/kept_words.hpp"

namespace cairn::accounts {

namespace {

struct AccountState {
    std::int64_t id = 0;
    std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(AccountState, (), (id, version))

db::KeptWords& kept()
{
    static db::KeptWords words;
    return words;
}

// In the order of their ids.
std::vector<db::Worded> read_states(const api::View& view, std::span<const std::int64_t> ids)
{
    db::Composition query("SELECT a.id, a.version FROM account a WHERE a.id IN ");
    query << db::bound(std::vector(ids.begin(), ids.end()));
    std::vector<db::Worded> states;
    states.reserve(ids.size());
    for (const auto& row : view.db().all<AccountState>(query))
        states.push_back(
            {.id = row.id,
             .versions = {row.version},
             .rights = unsigned{!view.caller.anonymous()} | unsigned{is_insider(row.id, view.caller)} << 1});
    std::ranges::sort(states, {}, &db::Worded::id); // for PostgreSQL it would be a quarter of the work
    return states;
}

// What is read now may be newer than the state that it is kept for. Then that state is gone and nobody asks for it.
void write_missing(const api::View& view, std::span<const db::Worded> states, std::span<db::Words> words)
{
    std::vector<std::int64_t> missing;
    for (std::size_t i = 0; i < states.size(); ++i)
        if (!words[i]) missing.push_back(states[i].id);
    const ShownAccounts accounts(view.db(), std::move(missing));
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto* account = words[i] ? nullptr : accounts.find(states[i].id);
        if (account == nullptr) continue;
        const auto user = show_user(*account, view.caller, view.settings());
        words[i] = std::make_shared<const std::string>(api::to_json(type_of<User>(), &user));
        kept().keep(states[i], words[i]);
    }
}

} // namespace

std::vector<Written<User>> write_users(const api::View& view, std::span<const std::int64_t> ids)
{
    if (ids.empty()) return {};
    const auto states = read_states(view, ids);
    auto words = kept().find(states);
    write_missing(view, states, words);
    return db::words_of<User>(ids, states, words);
}

} // namespace cairn::accounts
