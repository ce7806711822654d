// Making an account by the pages, and the links in mails that confirm addresses.
#include "accounts/sign_in/sign_up.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/return_address.hpp"
#include "pages/said.hpp"
#include "pages/site/new_password.hpp"
#include "pages/site/sign_in.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

const Notice activated{"activated", Phrase("Your account is active. You can sign in now.")};
const Notice email_confirmed{"email-confirmed", Phrase("The address is confirmed.")};

struct ShownChallenge {
    std::string token;
    bool by_work = false;
    std::int64_t bits = 0; // that have to be zero
};
BOOST_DESCRIBE_STRUCT(ShownChallenge, (), (token, by_work, bits))

struct ChallengePath {
    std::string challenge;
};
BOOST_DESCRIBE_STRUCT(ChallengePath, (), (challenge))

struct SignUpView {
    Form<SignUpForm> form;
    std::optional<ShownChallenge> challenge;
    NewPassword password;
    std::string query; // of the form's address: where to go when it is done
    PageHead head;
};
BOOST_DESCRIBE_STRUCT(SignUpView, (), (form, challenge, password, query, head))

Raw closed(Call& call, const std::string& redirect_to)
{
    const auto& in = language_of(call);
    return say(call,
               {.title = in.say(Phrase("Registration is closed")),
                .words = in.say(Phrase("Only administrators make accounts here. Ask them for one.")),
                .link = "/user/login" + return_query(redirect_to),
                .link_label = in.say(Phrase("Sign in"))},
               403);
}

Result<SignUpView> show(Call& call, Query<ReturnQuery> query, Form<SignUpForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    std::optional<ShownChallenge> challenge;
    if (const auto& service = call.settings().service; service.enable_captcha)
        challenge = {.token = make_challenge(call.settings()),
                     .by_work = service.captcha_type == config::CaptchaType::work,
                     .bits = proof_bits};
    return SignUpView{.form = std::move(form),
                      .challenge = std::move(challenge),
                      .password = {.least = call.settings().security.min_password_length, .changing = false},
                      .query = return_query(redirect_to),
                      .head = {.leads_to_application = leads_to_application(redirect_to)}};
}

constexpr PageHandler sign_up_page = shows<show, "site/sign_up">;
const PageOf<SignUpView> sign_up_file{"site/sign_up"};

Result<Raw> get_sign_up(Call& call, Query<ReturnQuery> query)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.caller.anonymous()) return see_other(call, redirect_to);
    if (call.settings().service.disable_registration) return closed(call, redirect_to);
    auto view = TRY(show(call, query, Form<SignUpForm>()));
    const auto head = view.head;
    return sign_up_file.show(call, std::move(view), head);
}

Result<Raw> post_sign_up(Call& call, Query<ReturnQuery> query, Body<SignUpForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (call.settings().service.disable_registration) return closed(call, redirect_to);
    const auto account = TRY(accounts::sign_up(call, form.value));
    if (account.is_active) return finish_sign_in(call, {.account_id = account.id, .redirect_to = redirect_to});
    const auto& in = language_of(call);
    if (!confirms_by_mail(call.settings()))
        return say(call,
                   {.title = in.say(Phrase("Almost done")),
                    .words = in.say(Phrase("Your account is made. You can sign in as soon as an administrator has "
                                           "approved it."))});
    send_activation(call, account, redirect_to);
    return say(
        call,
        {.title = in.say(Phrase("Check your mail")),
         .words = in.say(Phrase("A mail is on its way to {address}. Open the link in it to activate your account."),
                         {{"address", account.email}})});
}

// The picture of a challenge. Whoever asks again gets another one of the same digits.
Result<Raw> get_challenge(Call& call, Path<ChallengePath> path)
{
    constexpr unsigned width = 200;
    auto picture = picture_of(call.settings(), path->challenge, width);
    if (!picture) return not_found("the picture");
    return Raw{.body = std::move(*picture),
               .content_type = "image/png",
               .headers = {{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}}};
}

Raw bad_link(Call& call)
{
    const auto& in = language_of(call);
    return say(call,
               {.title = in.say(Phrase("This link does not work")),
                .words = in.say(Phrase("It was used already, or it is too old. Sign in to get a new one.")),
                .link = "/user/login",
                .link_label = in.say(Phrase("Sign in"))},
               404);
}

Result<Raw> get_activate(Call& call, Query<CodeField> query)
{
    if (!find_code(call.db(), CodePurpose::activate, query->code)) return bad_link(call);
    const auto& in = language_of(call);
    return ask_to_confirm(call,
                          {.title = in.say(Phrase("Activate your account")),
                           .words = in.say(Phrase("One click, and your account is ready.")),
                           .action = "/user/activate",
                           .label = in.say(Phrase("Activate the account")),
                           .code = query->code});
}

Result<Raw> post_activate(Call& call, Body<CodeField> form)
{
    const auto used = activate_account(call, form->code);
    if (!used) return bad_link(call);
    const auto& in = language_of(call);
    if (call.settings().service.register_manual_confirm)
        return say(call,
                   {.title = in.say(Phrase("Almost done")),
                    .words = in.say(Phrase("Your address is confirmed. You can sign in as soon as an administrator has "
                                           "approved you."))});
    leave_notice(call, activated);
    return see_other(call, "/user/login" + return_query(safe_redirect(call.settings(), used->redirect_to)));
}

Result<Raw> get_activate_email(Call& call, Query<CodeField> query)
{
    const auto code = find_code(call.db(), CodePurpose::confirm_email, query->code);
    if (!code) return bad_link(call);
    const auto& in = language_of(call);
    return ask_to_confirm(
        call,
        {.title = in.say(Phrase("Confirm your e-mail address")),
         .words = in.say(Phrase("One click, and {address} belongs to your account."), {{"address", code->email}}),
         .action = "/user/activate_email",
         .label = in.say(Phrase("Confirm the address")),
         .code = query->code});
}

Result<Raw> post_activate_email(Call& call, Body<CodeField> form)
{
    if (!confirm_address(call, form->code)) return bad_link(call);
    leave_notice(call, email_confirmed);
    return see_other(call, "/user/settings/account");
}

// clang-format off
constexpr Operation sign_up_operations[] = {
    {GET,  "/user/sign_up",        scope::none, anyone, handle<get_sign_up>,         200, "siteSignUpPage",        "Ask for what a new account needs"},
    {POST, "/user/sign_up",        scope::none, anyone, does<post_sign_up, sign_up_page>, 200, "siteSignUp",            "Make an account"},
    {GET,  "/captcha/{challenge}", scope::none, anyone, handle<get_challenge>,       200, "siteChallenge",         "Give the digits that whoever makes an account has to read"},
    {GET,  "/user/activate",       scope::none, anyone, handle<get_activate>,        200, "siteActivatePage",      "Ask whether to activate the account"},
    {POST, "/user/activate",       scope::none, anyone, handle<post_activate>,       303, "siteActivate",          "Activate the account"},
    {GET,  "/user/activate_email", scope::none, anyone, handle<get_activate_email>,  200, "siteConfirmEmailPage",  "Ask whether to confirm the address"},
    {POST, "/user/activate_email", scope::none, anyone, handle<post_activate_email>, 303, "siteConfirmEmail",      "Confirm the address"},
};
// clang-format on
static_assert(well_formed(sign_up_operations));

} // namespace

const Table sign_up_table{"site", sign_up_operations, Door::site, refuse_page, listens::at_the_entrance};

} // namespace cairn::pages
