#include "pages/admin/person_guard.hpp"

#include <charconv>

#include "db/database.hpp"

namespace cairn::pages {

std::string admin_person_address(const accounts::Account& account)
{
    return "/-/admin/users/" + std::to_string(account.id);
}

Result<void> check_administers_person_by_id(api::Call& call)
{
    TRY(accounts::check_administers_site(call));
    const std::string& text = call.segment("id");
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc() || end != text.data() + text.size()) return not_found("the account");
    auto account = accounts::find_account(call.db(), id);
    if (!account || account->kind != accounts::AccountKind::individual) return not_found("the account");
    call.load(std::move(*account));
    return {};
}

} // namespace cairn::pages
