#include "accounts/shown_accounts.hpp"

#include <algorithm>

#include "accounts/virtual_accounts.hpp"
#include "base/distinct.hpp"
#include "db/composition.hpp"

namespace cairn::accounts {

namespace {

constexpr auto select_shown = "SELECT " + shown_account_sql + " FROM account a WHERE a.id IN ";

} // namespace

ShownAccounts::ShownAccounts(db::Queries& db, std::vector<std::int64_t> ids)
{
    std::erase_if(ids, [](std::int64_t id) { return id <= 0; });
    if (ids.empty()) return;
    make_distinct(ids);
    db::Composition query(select_shown.text);
    query << db::bound(ids);
    in_order_ = db.all<ShownAccount>(query);
    // SQLite finds them in order. For PostgreSQL sorting them would be a quarter of the work.
    if (!std::ranges::is_sorted(in_order_, {}, &ShownAccount::id)) std::ranges::sort(in_order_, {}, &ShownAccount::id);
}

const ShownAccount* ShownAccounts::find(std::int64_t id) const
{
    const auto found = std::ranges::lower_bound(in_order_, id, {}, &ShownAccount::id);
    return found != in_order_.end() && found->id == id ? &*found : nullptr;
}

const ShownAccount& ShownAccounts::at(std::int64_t id) const
{
    if (const auto* found = find(id)) return *found;
    if (const auto* known = find_virtual_account(id)) return *known;
    return ghost();
}

} // namespace cairn::accounts
