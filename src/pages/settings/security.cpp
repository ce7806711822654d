// The account's security page: the second step at sign-in, and the browsers that are signed in.
#include "accounts/guards.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "accounts/sign_in/protection.hpp"
#include "accounts/sign_in/qr_code.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "accounts/sources/newcomer.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pages/return_address.hpp"
#include "pages/settings/recovery_codes.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

constexpr std::string_view here = "/user/settings/security";
constexpr std::string_view enrolment = "/user/settings/security/two_factor/enroll";

// clang-format off
const Notice code_wrong{"code-wrong", Phrase("That code was wrong. See whether the clock of your device is right, and try the next one."), Notice::Tone::bad};
const Notice codes_off{"codes-off", Phrase("One-time codes are off.")};
const Notice identity_unlinked{"identity-unlinked", Phrase("Nobody signs in to your account that way any more.")};
const Notice session_ended{"session-ended", Phrase("That browser is signed out.")};
const Notice sessions_ended{"sessions-ended", Phrase("Every other browser is signed out.")};
// clang-format on

struct ShownKey {
    std::int64_t id = 0;
    std::string name;
    Time created_at;
    Time last_used_at;
};
BOOST_DESCRIBE_STRUCT(ShownKey, (), (id, name, created_at, last_used_at))

struct ShownSession {
    std::int64_t id = 0;
    std::string browser;
    std::string address;
    Time last_seen_at;
    bool current = false;
    bool acting = false; // of an administrator who acts as the person
};
BOOST_DESCRIBE_STRUCT(ShownSession, (), (id, browser, address, last_seen_at, current, acting))

struct ShownIdentity {
    std::int64_t source_id = 0;
    std::string source;
    std::string name;
    std::string subject;
    Time created_at;
    bool stays = false; // the account was made by it, and nothing else opens it
};
BOOST_DESCRIBE_STRUCT(ShownIdentity, (), (source_id, source, name, subject, created_at, stays))

struct IdentityForm {
    std::int64_t source_id = 0;
    std::string subject;
};
BOOST_DESCRIBE_STRUCT(IdentityForm, (), (source_id, subject))

struct SecurityView {
    Navigation navigation;
    bool codes = false;
    bool second_step = false;
    bool lacking = false; // the site asks for a second step
    std::int64_t codes_left = 0;
    std::vector<ShownKey> keys{};
    std::vector<ShownSession> sessions{};
    std::vector<ShownIdentity> identities{};
    std::vector<std::string> providers{}; // by which one could sign in as well
    std::string query{};                  // of the pages where a second step is set up: where to go when it is done
    PageHead head{};
};
BOOST_DESCRIBE_STRUCT(SecurityView, (),
                      (navigation, codes, second_step, lacking, codes_left, keys, sessions, identities, providers,
                       query, head))

struct EnrolmentView {
    Navigation navigation;
    std::string secret;
    std::string grouped; // to be typed
    std::string query;
    PageHead head;
};
BOOST_DESCRIBE_STRUCT(EnrolmentView, (), (navigation, secret, grouped, query, head))

struct EnrolmentForm {
    std::string passcode;
};
BOOST_DESCRIBE_STRUCT(EnrolmentForm, (), (passcode))
constexpr auto notes(const EnrolmentForm*) { return std::array{Note{.member = "passcode", .max_length = 255}}; }

struct SessionPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(SessionPath, (), (id))

// As much of what a browser says of itself as people recognize.
std::string browser_name(const words::Language& in, std::string_view agent)
{
    constexpr std::pair<std::string_view, std::string_view> browsers[] = {
        {"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}};
    constexpr std::pair<std::string_view, std::string_view> systems[] = {{"Android", "Android"}, {"iPhone", "iPhone"},
                                                                         {"iPad", "iPad"},       {"Windows", "Windows"},
                                                                         {"Mac OS X", "macOS"},  {"Linux", "Linux"}};
    const auto first_of = [&](const auto& names) -> std::string_view {
        for (const auto& [sign, name] : names)
            if (agent.find(sign) != agent.npos) return name;
        return "";
    };
    const auto browser = first_of(browsers);
    const auto system = first_of(systems);
    if (browser.empty()) return agent.empty() ? in.say(Phrase("A browser")) : std::string(agent.substr(0, 60));
    if (system.empty()) return std::string(browser);
    return in.say(Phrase("{browser} on {system}"),
                  {{"browser", std::string(browser)}, {"system", std::string(system)}});
}

Result<SecurityView> show(Call& call, const Account& account, Query<ReturnQuery> query)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    const auto step = second_step_of(call.db(), account.id);
    SecurityView view{.navigation = settings_navigation(call),
                      .codes = step.codes,
                      .second_step = step.needed(),
                      .lacking = is_lacking(step, call.settings()),
                      .query = return_query(redirect_to),
                      .head = {.leads_to_application = leads_to_application(redirect_to)}};
    if (step.needed()) view.codes_left = recovery_codes_left(call.db(), account.id);
    for (auto& key : security_keys_of(call.db(), account.id))
        view.keys.push_back({.id = key.id,
                             .name = std::move(key.name),
                             .created_at = key.created_at,
                             .last_used_at = key.last_used_at});
    for (auto& identity : identities_of(call.db(), account.id))
        view.identities.push_back({.source_id = identity.source_id,
                                   .source = std::move(identity.source),
                                   .name = std::move(identity.name),
                                   .subject = std::move(identity.subject),
                                   .created_at = identity.created_at,
                                   .stays = identity.source_id == account.login_source});
    for (auto& source : active_sources(call.db(), SourceKind::openid)) view.providers.push_back(std::move(source.name));
    const auto& in = language_of(call);
    for (auto& session : call.site.get<accounts::Sessions>().list(account.id))
        view.sessions.push_back({.id = session.id,
                                 .browser = browser_name(in, session.user_agent),
                                 .address = std::move(session.address),
                                 .last_seen_at = session.last_seen_at,
                                 .current = session.id == call.caller.session_id,
                                 .acting = session.acting_id != 0});
    return view;
}

// The codes are on already.
std::string further(const Call& call, const ReturnQuery& query)
{
    return safe_redirect(call.settings(), query.redirect_to, here);
}

Result<EnrolmentView> show_enrolment(Call& call, const Account& account, Query<ReturnQuery> query)
{
    if (second_step_of(call.db(), account.id).codes) return elsewhere(Errc::see_other, further(call, query.value));
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    EnrolmentView view{.navigation = settings_navigation(call, here),
                       .secret = begin_enrolment(call, account),
                       .grouped = {},
                       .query = return_query(redirect_to),
                       .head = {.leads_to_application = leads_to_application(redirect_to)}};
    for (std::size_t at = 0; at < view.secret.size(); at += 4)
        view.grouped += (at == 0 ? "" : " ") + view.secret.substr(at, 4);
    return view;
}

// The secret as a picture, at an address of its own so that the pages' policy need not allow pictures in addresses.
Result<Raw> show_qr(Call& call, const Account& account)
{
    if (second_step_of(call.db(), account.id).codes) return not_found("a secret that waits for its confirmation");
    return Raw{.body = qr_svg(otpauth_uri(call.settings(), account, begin_enrolment(call, account))),
               .content_type = "image/svg+xml",
               .headers = {{"Cache-Control", "no-store"}, {"Content-Security-Policy", "default-src 'none'"}}};
}

Result<Raw> enrol(Call& call, const Account& account, Query<ReturnQuery> query, Body<EnrolmentForm> form)
{
    if (second_step_of(call.db(), account.id).codes) return see_other(call, further(call, query.value));
    auto codes = turn_codes_on(call, account, form->passcode);
    if (!codes) {
        leave_notice(call, code_wrong);
        return see_other(call,
                         std::string(enrolment) + return_query(safe_redirect(call.settings(), query->redirect_to)));
    }
    return show_recovery_codes(call,
                               {.codes = std::move(*codes),
                                .enrolled = true,
                                .next = safe_redirect(call.settings(), query->redirect_to, here)});
}

Result<Raw> disable(Call& call, const Account& account)
{
    if (turn_codes_off(call, account)) leave_notice(call, codes_off);
    return see_other(call, here);
}

Result<Raw> renew_codes(Call& call, const Account& account)
{
    auto codes = renew_recovery_codes(call, account);
    if (codes.empty()) return see_other(call, here);
    return show_recovery_codes(call, {.codes = std::move(codes), .next = std::string(here)});
}

Result<Raw> end_one(Call& call, const Account& account, Path<SessionPath> path)
{
    TRY(end_session(call, account, path->id));
    leave_notice(call, session_ended);
    return see_other(call, here);
}

Result<Raw> end_others(Call& call, const Account& account)
{
    end_other_sessions(call, account);
    leave_notice(call, sessions_ended);
    return see_other(call, here);
}

Result<Raw> unlink(Call& call, const Account& account, Body<IdentityForm> form)
{
    TRY(unlink_identity(call, account, form->source_id, form->subject));
    leave_notice(call, identity_unlinked);
    return see_other(call, here);
}

// clang-format off
constexpr Operation security_operations[] = {
    {GET,  "/user/settings/security",                           scope::none, signed_in, shows<show, "settings/security">, 200, "siteSecurity",           "Show how the account is protected"},
    {GET,  "/user/settings/security/two_factor/enroll",         scope::none, signed_in_person, shows<show_enrolment, "settings/one_time_codes">, 200, "siteTwoFactorEnrolment", "Show a new secret for one-time codes"},
    {GET,  "/user/settings/security/two_factor/qr.svg",         scope::none, signed_in_person, handle<show_qr>,        200, "siteTwoFactorPicture",   "Show that secret as a picture"},
    {POST, "/user/settings/security/two_factor/enroll",         scope::none, signed_in_person, handle<enrol>,          200, "siteTwoFactorEnrol",     "Turn one-time codes on"},
    {POST, "/user/settings/security/two_factor/disable",        scope::none, signed_in, handle<disable>,        303, "siteTwoFactorDisable",   "Turn one-time codes off"},
    {POST, "/user/settings/security/two_factor/recovery_codes", scope::none, signed_in_person, handle<renew_codes>,    200, "siteRenewRecoveryCodes", "Make new recovery codes"},
    {POST, "/user/settings/security/elsewhere/delete",          scope::none, signed_in, handle<unlink>,         303, "siteUnlinkIdentity",     "Unlink the own account from one at a provider"},
    {POST, "/user/settings/security/sessions/{id}/delete",      scope::none, signed_in, handle<end_one>,        303, "siteEndSession",         "Sign a browser out"},
    {POST, "/user/settings/security/sessions/delete",           scope::none, signed_in, handle<end_others>,     303, "siteEndOtherSessions",   "Sign every other browser out"},
};
// clang-format on
static_assert(well_formed(security_operations));

} // namespace

const Table security_table{"site", security_operations, Door::site, refuse_page, listens::where_protection_is_set_up};

} // namespace cairn::pages
