#include "pages/site/sign_up.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sign_in/one_time_codes.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"
#include "pages/return_address.hpp"
#include "pages/said.hpp"
#include "pages/site/new_password.hpp"
#include "pages/site/sign_in.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct SignUpForm {
    std::string user_name;
    std::string email;
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(SignUpForm, (), (user_name, email, password, retype))

struct SignUpPage : NewPasswordFields {
    std::string user_name;
    std::string email;
    std::string error;
    std::string query; // of the form's address: where to go when it is done
};
BOOST_DESCRIBE_STRUCT(SignUpPage, (NewPasswordFields), (user_name, email, error, query))

Raw sign_up_page(Call& call, const std::string& redirect_to, SignUpPage content = {})
{
    content.least = call.settings().security.min_password_length;
    content.changing = false;
    content.query = return_query(redirect_to);
    return page(
        call,
        {.file = "sign_up", .title = "Create an account", .leads_to_application = leads_to_application(redirect_to)},
        content);
}

Result<void> check_sign_up(const config::Settings& settings, const SignUpForm& form)
{
    TRY(check_name(form.user_name));
    TRY(check_email(form.email));
    if (!may_register(settings, form.email))
        return fail(Errc::unprocessable, "this site takes no accounts with an e-mail address of that domain");
    return check_new_password(settings, form.password, form.retype);
}

Result<Account> make_account(Call& call, const SignUpForm& form)
{
    const config::Settings& settings = call.settings();
    TRY(check_sign_up(settings, form));
    const bool confirmed = !confirms_by_mail(settings);
    const NewAccount made{.name = form.user_name,
                          .email = form.email,
                          .password_hash = call.site.passwords.hash(form.password),
                          .is_restricted = settings.service.default_user_is_restricted,
                          .is_active = confirmed && !settings.service.register_manual_confirm,
                          .email_verified = confirmed,
                          .visibility = settings.service.default_user_visibility,
                          .keep_email_private = settings.service.default_keep_email_private,
                          .allow_create_organization = settings.service.default_allow_create_organization};
    const auto event = audit_event(call, AuditKind::account_created);
    return call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto account = TRY(accounts::sign_up(tx, made));
        audit(tx, concerning(event, account));
        return account;
    });
}

Raw closed(Call& call, const std::string& redirect_to)
{
    return say(call, "Registration is closed",
               {.words = "Only administrators make accounts here. Ask them for one.",
                .link = "/user/login" + return_query(redirect_to),
                .link_label = "Sign in"},
               403);
}

Result<Raw> get_sign_up(Call& call, Query<ReturnQuery> query)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.caller.anonymous()) return see_other(call, redirect_to);
    if (call.settings().service.disable_registration) return closed(call, redirect_to);
    return sign_up_page(call, redirect_to);
}

Result<Raw> post_sign_up(Call& call, Query<ReturnQuery> query, Body<SignUpForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (call.settings().service.disable_registration) return closed(call, redirect_to);
    const auto account = make_account(call, form.value);
    if (!account) {
        SignUpPage again;
        again.user_name = form->user_name;
        again.email = form->email;
        again.error = sentence(account.error().message);
        return sign_up_page(call, redirect_to, again);
    }
    if (account->is_active) return finish_sign_in(call, {.account_id = account->id, .redirect_to = redirect_to});
    if (!confirms_by_mail(call.settings()))
        return say(call, "Almost done",
                   {.words = "Your account is made. You can sign in as soon as an administrator has approved it."});
    send_activation(call, *account, redirect_to);
    return say(
        call, "Check your mail",
        {.words = "We have sent a mail to " + account->email + ". Open the link in it to activate your account."});
}

Raw bad_link(Call& call)
{
    return say(call, "This link does not work",
               {.words = "It was used already, or it is too old. Sign in to get a new one.",
                .link = "/user/login",
                .link_label = "Sign in"},
               404);
}

Result<Raw> get_activate(Call& call, Query<CodeField> query)
{
    if (!find_code(call.db(), CodePurpose::activate, query->code)) return bad_link(call);
    return ask_to_confirm(call, "Activate your account",
                          {.words = "One click, and your account is ready.",
                           .action = "/user/activate",
                           .label = "Activate the account",
                           .code = query->code});
}

Result<Raw> post_activate(Call& call, Body<CodeField> form)
{
    const bool approved = !call.settings().service.register_manual_confirm;
    const auto used = call.db().write([&](db::Transaction& tx) -> std::optional<OneTimeCode> {
        auto code = use_code(tx, CodePurpose::activate, form->code);
        if (!code || !verify_address(tx, code->account_id, code->email)) return {};
        if (approved) activate(tx, code->account_id);
        return code;
    });
    if (!used) return bad_link(call);
    if (!approved)
        return say(
            call, "Almost done",
            {.words = "Your address is confirmed. You can sign in as soon as an administrator has approved you."});
    leave_notice(call, "activated");
    return see_other(call, "/user/login" + return_query(safe_redirect(call.settings(), used->redirect_to)));
}

Result<Raw> get_activate_email(Call& call, Query<CodeField> query)
{
    const auto code = find_code(call.db(), CodePurpose::confirm_email, query->code);
    if (!code) return bad_link(call);
    return ask_to_confirm(call, "Confirm your e-mail address",
                          {.words = "One click, and " + code->email + " belongs to your account.",
                           .action = "/user/activate_email",
                           .label = "Confirm the address",
                           .code = query->code});
}

Result<Raw> post_activate_email(Call& call, Body<CodeField> form)
{
    const bool done = call.db().write([&](db::Transaction& tx) {
        const auto code = use_code(tx, CodePurpose::confirm_email, form->code);
        return code && verify_address(tx, code->account_id, code->email);
    });
    if (!done) return bad_link(call);
    leave_notice(call, "email-confirmed");
    return see_other(call, "/user/settings/account");
}

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/user/sign_up",        scope::none, anyone, handle<get_sign_up>,         200, "siteSignUpPage",        "Ask for what a new account needs"},
    {POST, "/user/sign_up",        scope::none, anyone, handle<post_sign_up>,        200, "siteSignUp",            "Make an account"},
    {GET,  "/user/activate",       scope::none, anyone, handle<get_activate>,        200, "siteActivatePage",      "Ask whether to activate the account"},
    {POST, "/user/activate",       scope::none, anyone, handle<post_activate>,       303, "siteActivate",          "Activate the account"},
    {GET,  "/user/activate_email", scope::none, anyone, handle<get_activate_email>,  200, "siteConfirmEmailPage",  "Ask whether to confirm the address"},
    {POST, "/user/activate_email", scope::none, anyone, handle<post_activate_email>, 303, "siteConfirmEmail",      "Confirm the address"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table sign_up_table{"site", operations, Door::site, refuse_page, listens::at_the_entrance};

bool confirms_by_mail(const config::Settings& settings)
{
    return settings.service.register_email_confirm && settings.mailer.enabled;
}

void send_activation(Call& call, const Account& account, const std::string& redirect_to)
{
    const config::Settings& settings = call.settings();
    call.db().write([&](db::Transaction& tx) {
        const auto code = make_code(tx, account.id, CodePurpose::activate, account.email,
                                    settings.service.active_code_live_minutes, redirect_to);
        if (code) call.site.outbox.put(tx, activation_letter(settings, account, *code));
    });
}

} // namespace cairn::pages
