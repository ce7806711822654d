#include "accounts/sign_in/signing_in.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sign_in/logins.hpp"
#include "accounts/sign_in/sign_up.hpp"
#include "db/database.hpp"
#include "live/hub.hpp"

namespace cairn::accounts {

namespace {

// How the person was authenticated, for the audit trail.
struct SignInDetails {
    std::string methods;
    std::string source{};
};
BOOST_DESCRIBE_STRUCT(SignInDetails, (), (methods, source))
constexpr auto notes(const SignInDetails*) { return std::array{Note{.member = "source", .omit_empty = true}}; }

// In words for the person who knows the password, so that it gives nothing away.
Result<void> check_may_sign_in(const api::Call& call, const Account& account, const std::string& redirect_to)
{
    if (account.prohibit_login)
        return fail(Errc::forbidden, "this account may not sign in. Ask the administrators of this site why");
    if (account.is_active) return {};
    if (!confirms_by_mail(call.settings()) || has_verified_address(call.db(), account.id))
        return fail(Errc::forbidden, "this account is not active: it waits for an administrator's approval");
    send_activation(call, account, redirect_to);
    return fail(Errc::forbidden,
                "this account is not active yet. Open the link in the mail that we have sent to " + account.email);
}

Entered begin(const api::Call& call, const SignIn& entering)
{
    if (!entering.pending) return Entered{.cookie = open_session(call, entering), .pending = false};
    // The password was right; what the session is good for so far is to be asked for the rest.
    auto cookie = call.db().write(
        [&](db::Transaction& tx) { return call.site.get<accounts::Sessions>().open(tx, call.request, entering); });
    return Entered{.cookie = std::move(cookie), .pending = true};
}

} // namespace

Result<Entered> enter(const api::Call& call, const Account& account, const RecognizedElsewhere& how)
{
    TRY(check_may_sign_in(call, account, how.redirect_to));
    const auto step = second_step_of(call.db(), account.id);
    const bool asks = step.needed() && !how.second_step_there;
    if (asks) TRY(check_can_be_taken(step));
    return begin(call,
                 {.account_id = account.id,
                  .methods = how.second_step_there ? "fed mfa" : "fed",
                  .pending = asks,
                  .redirect_to = how.redirect_to,
                  .source = how.source});
}

Result<Entered> sign_in(const api::Call& call, const LoginForm& form)
{
    if (form.user_name.empty() || form.password.empty())
        return fail(Errc::unprocessable, "enter your user name and your password");
    const auto account =
        TRY(call.site.get<accounts::Logins>().by_password(call.request, form.user_name, form.password, false));
    TRY(check_may_sign_in(call, account, form.redirect_to));
    const auto step = second_step_of(call.db(), account.id);
    TRY(check_can_be_taken(step));
    return begin(call,
                 {.account_id = account.id,
                  .remember = form.remember,
                  .pending = step.needed(),
                  .redirect_to = form.redirect_to});
}

std::string open_session(const api::Call& call, const SignIn& entering)
{
    auto event = audit_event(call.request, AuditKind::sign_in);
    if (const auto account = find_account(call.db(), entering.account_id)) {
        event.actor_id = event.account_id = account->id;
        event.actor = event.account = account->name;
    }
    event.credential = "session";
    event.details = audit_details(SignInDetails{entering.methods, entering.source});
    return call.db().write([&](db::Transaction& tx) {
        note_sign_in(tx, entering.account_id);
        audit(tx, event);
        return call.site.get<accounts::Sessions>().open(tx, call.request, entering);
    });
}

Left sign_out(const api::Call& call)
{
    const auto event = audit_event(call, AuditKind::sign_out);
    auto done = call.db().write([&](db::Transaction& tx) {
        Left left{.cookie = {}, .frames = front_channel_of(tx, call.caller.session_id)};
        if (!call.caller.anonymous()) audit(tx, event);
        left.cookie = call.site.get<accounts::Sessions>().close(tx, call.request);
        return left;
    });
    call.site.get<live::Hub>().end_session(call.caller.session_id);
    return done;
}

} // namespace cairn::accounts
