// The second step at sign-in: a one-time code, a recovery code, or a security key.
#include "accounts/guards.hpp"
#include "accounts/sign_in/logins.hpp"
#include "accounts/sign_in/security_keys.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"
#include "pages/site/sign_in.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct CodeForm {
    std::string passcode;
};
BOOST_DESCRIBE_STRUCT(CodeForm, (), (passcode))
constexpr auto notes(const CodeForm*) { return std::array{Note{.member = "passcode", .max_length = 255}}; }

struct TwoFactorView {
    bool codes = false;
    bool keys = false;
    std::string question{}; // for the script
    std::string error{};
};
BOOST_DESCRIBE_STRUCT(TwoFactorView, (), (codes, keys, question, error))
const PageOf<TwoFactorView> two_factor_page{"site/two_factor"};

// A sign-in whose password was right, and whose it is.
struct Pending {
    Session session;
    Account account;
};

// Who has not begun to sign in, or has waited too long, begins anew.
Result<void> check_signing_in(Call& call)
{
    auto session = call.site.get<accounts::Sessions>().find_pending(call.request);
    auto account = session ? find_account(call.db(), session->account_id) : std::nullopt;
    if (!account) return elsewhere(Errc::see_other, "/user/login");
    call.load(Pending{.session = std::move(*session), .account = std::move(*account)});
    return {};
}
constexpr Guard signing_in{.name = "is signing in", .loads = &tag<Pending>, .check = &check_signing_in};

Raw ask(Call& call, const Pending& pending, std::string error)
{
    const auto step = second_step_of(call.db(), pending.account.id);
    TwoFactorView view{.codes = step.codes && !step.lost, .keys = step.keys, .error = std::move(error)};
    if (step.keys) view.question = ask_for_key(call, pending.account, pending.session.id);
    return two_factor_page.show(call, std::move(view),
                                {.leads_to_application = leads_to_application(pending.session.redirect_to)});
}

// Wrong is a page that says so and asks again; who must wait is told that with its status.
Result<Raw> settle(Call& call, const Pending& pending, const Result<void>& passed, std::string_view method)
{
    if (!passed && passed.error().code == Errc::too_many_requests) return std::unexpected(passed.error());
    if (!passed) return ask(call, pending, sentence(passed.error().message));
    return finish_sign_in(call,
                          {.account_id = pending.account.id,
                           .methods = pending.session.methods + ' ' + std::string(method),
                           .remember = pending.session.remember,
                           .redirect_to = pending.session.redirect_to});
}

Result<Raw> show(Call& call, const Pending& pending) { return ask(call, pending, ""); }

bool looks_like_totp(std::string_view code)
{
    std::size_t digits = 0;
    for (const char c : code)
        if (text::is_digit(c)) ++digits;
        else if (!text::is_space(c)) return false;
    return digits <= 6;
}

Result<Raw> post_code(Call& call, const Pending& pending, Body<CodeForm> form)
{
    auto& logins = call.site.get<accounts::Logins>();
    const bool totp = looks_like_totp(form->passcode);
    const auto passed = totp ? logins.by_code(call.request, pending.account, form->passcode)
                             : logins.by_recovery_code(call.request, pending.account, form->passcode);
    return settle(call, pending, passed, totp ? "otp" : "rcv");
}

Result<Raw> post_key(Call& call, const Pending& pending, Body<KeyAnswer> form)
{
    return settle(
        call, pending,
        call.site.get<accounts::Logins>().by_key(call.request, pending.account, pending.session.id, form.value), "hwk");
}

// clang-format off
constexpr Operation two_factor_operations[] = {
    {GET,  "/user/two_factor",     scope::none, signing_in, handle<show>,      200, "siteTwoFactorPage", "Ask for the second step"},
    {POST, "/user/two_factor",     scope::none, signing_in, handle<post_code>, 200, "siteTwoFactor",     "Sign in with a code"},
    {POST, "/user/two_factor/key", scope::none, signing_in, handle<post_key>,  200, "siteTwoFactorKey",  "Sign in with a security key"},
};
// clang-format on
static_assert(well_formed(two_factor_operations));

} // namespace

const Table two_factor_table{"site", two_factor_operations, Door::site, refuse_page, listens::at_the_entrance};

} // namespace cairn::pages
