#include "accounts/guards.hpp"

#include "accounts/renaming.hpp"
#include "accounts/visibility.hpp"
#include "api/routes.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

Result<Account> account_at(api::Call& call, std::string_view segment)
{
    const std::string& name = call.segment(segment);
    if (auto account = find_account(call.db(), name)) return std::move(*account);
    if (const auto renamed = find_renamed_account(call.db(), name))
        return elsewhere(Errc::moved_for_now, api::address_with(call, {{segment, renamed->name}}));
    return not_found("the account");
}

Result<void> check_signed_in(api::Call& call)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in to do this");
    call.load(call.caller.account);
    return {};
}

namespace {

Result<void> check_within_credential(const api::Caller& caller, const Account& account)
{
    if (caller.public_only() && account.visibility != Visibility::public_)
        return fail(Errc::forbidden, "the token is limited to what is public, and this account is not");
    return {};
}

} // namespace

Result<void> check_oneself(api::Call& call)
{
    TRY(check_signed_in(call));
    return check_within_credential(call.caller, *call.caller.account);
}

Result<void> check_reads_user(api::Call& call)
{
    auto account = TRY(account_at(call, "username"));
    TRY(check_within_credential(call.caller, account));
    if (!may_see(call.db(), Viewer::of(call.caller), account)) return not_found("the account");
    call.load(std::move(account));
    return {};
}

Result<void> check_reads_user_signed_in(api::Call& call)
{
    TRY(check_signed_in(call));
    return check_reads_user(call);
}

Result<void> check_administers_site(api::Call& call)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in to do this");
    if (!call.caller.admin) return fail(Errc::forbidden, "only administrators of the site may do this");
    return {};
}

Result<void> check_administers_user(api::Call& call)
{
    TRY(check_administers_site(call));
    call.load(TRY(account_at(call, "username")));
    return {};
}

} // namespace cairn::accounts
