#include "accounts/guards.hpp"

#include "accounts/renaming.hpp"
#include "accounts/visibility.hpp"
#include "api/routes.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

Result<void> check_within_credential(const api::Caller& caller, const Account& account)
{
    if (caller.public_only() && account.visibility != Visibility::public_)
        return fail(Errc::forbidden, "the token is limited to what is public, and this account is not");
    return {};
}

// Whoever sees the account, and whoever was let into one of its repositories: that tells its owner's name anyway.
bool may_know_present_name(api::Call& call, const Account& renamed)
{
    const auto viewer = Viewer::of(call.caller);
    if (!check_within_credential(call.caller, renamed)) return false;
    if (may_see(call.db(), viewer, renamed)) return true;
    return call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM collaboration c JOIN repository r"
                                  " ON r.id = c.repository_id WHERE r.owner_id = $1 AND c.account_id = $2) AS value",
                                  renamed.id, viewer.id);
}

} // namespace

Result<Account> account_at(api::Call& call, std::string_view segment)
{
    const std::string& name = call.segment(segment);
    if (auto account = find_account(call.db(), name)) return std::move(*account);
    const auto renamed = find_renamed_account(call.db(), name);
    if (!renamed) return not_found("the account");
    if (may_know_present_name(call, *renamed))
        return elsewhere(Errc::moved_for_now, api::address_with(call, {{segment, renamed->name}}));
    // Git and its like come without credentials first, and give up at what is said not to be there.
    if (call.caller.anonymous() && call.door != api::Door::api)
        return fail(Errc::unauthorized, "sign in to learn where this is now");
    return not_found("the account");
}

Result<void> check_sees_account(api::Call& call, const Account& account)
{
    TRY(check_within_credential(call.caller, account));
    if (!may_see(call.db(), Viewer::of(call.caller), account)) return not_found("the account");
    return {};
}

Result<void> check_signed_in(api::Call& call)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in to do this");
    call.load(shared_account(call.caller));
    return {};
}

Result<void> check_oneself(api::Call& call)
{
    TRY(check_signed_in(call));
    return check_within_credential(call.caller, accounts::account_of(call.caller));
}

Result<void> check_reads_user(api::Call& call)
{
    auto account = TRY(account_at(call, "username"));
    TRY(check_sees_account(call, account));
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

Result<void> check_administers_person(api::Call& call)
{
    TRY(check_administers_site(call));
    auto account = TRY(account_at(call, "username"));
    if (account.kind != AccountKind::individual)
        return fail(Errc::unprocessable, "this is an organization, not a person's account");
    call.load(std::move(account));
    return {};
}

} // namespace cairn::accounts
