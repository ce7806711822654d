#include "accounts/profile/appearance.hpp"

#include <algorithm>

#include "db/database.hpp"

namespace cairn::accounts {

namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> choices)
{
    return std::ranges::find(choices, text) != choices.end();
}

} // namespace

Appearance appearance_of(db::Queries& db, std::int64_t account_id)
{
    return db
        .first<Appearance>("SELECT density, tab_width, wrap_lines, single_keys FROM appearance WHERE account_id = $1",
                           account_id)
        .value_or(Appearance());
}

Result<void> choose_appearance(const api::Call& call, const Account& account, const Appearance& chosen)
{
    if (!is_one_of(chosen.density, {"", "compact", "roomy"}))
        return fail(Errc::unprocessable, "[density]: is compact, roomy or nothing");
    constexpr std::array<std::int64_t, 5> widths{0, 1, 2, 4, 8};
    if (std::ranges::find(widths, chosen.tab_width) == widths.end())
        return fail(Errc::unprocessable, "[tab_width]: is 1, 2, 4, 8 or nothing");
    if (!is_one_of(chosen.wrap_lines, {"", "on", "off"}))
        return fail(Errc::unprocessable, "[wrap_lines]: is on, off or nothing");
    call.db().write([&](db::Transaction& tx) {
        tx.run("INSERT INTO appearance (account_id, density, tab_width, wrap_lines, single_keys)"
               " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id) DO UPDATE SET density = excluded.density,"
               " tab_width = excluded.tab_width, wrap_lines = excluded.wrap_lines, single_keys = excluded.single_keys",
               account.id, chosen.density, chosen.tab_width, chosen.wrap_lines, chosen.single_keys);
    });
    return {};
}

} // namespace cairn::accounts
