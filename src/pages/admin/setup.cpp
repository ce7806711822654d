// The page of a new site's first start, for its first administrator. There is none once somebody has an account.
#include "accounts/guards.hpp"
#include "accounts/sign_in/signing_in.hpp"
#include "admin/first_administrator.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "pages/admin/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using admin::FirstAdministrator;
using admin::SetUpForm;
using enum Method;
using words::Phrase;

namespace {

const Notice site_set_up{"site-set-up", Phrase("The site is yours. You administer it.")};

struct SetUpQuery {
    std::string token;
};
BOOST_DESCRIBE_STRUCT(SetUpQuery, (), (token))

struct SetUpView {
    std::string query; // of the form's address
    std::int64_t least = 0;
    Form<SetUpForm> form;
};
BOOST_DESCRIBE_STRUCT(SetUpView, (), (query, least, form))

Result<void> check_open(Call& call)
{
    if (!call.site.get<FirstAdministrator>().is_open()) return not_found("the page");
    return {};
}
constexpr Guard before_the_first_account{.name = "before the first account", .errors = {404}, .check = &check_open};

Result<SetUpView> show(Call& call, Query<SetUpQuery> query, Form<SetUpForm> form)
{
    if (!call.site.get<FirstAdministrator>().may_set_up(call, query->token))
        return fail(Errc::forbidden,
                    "this site is new. Whoever runs it makes its administrator here, on the machine itself or with "
                    "the link that the start has printed");
    return SetUpView{.query = query->token.empty() ? "" : "?token=" + http::encode_query(query->token),
                     .least = call.settings().security.min_password_length,
                     .form = std::move(form)};
}

// Which field a refusal is about: the checks that the use case makes, asked once more.
std::string_view refused_field(const Call& call, const SetUpForm& form)
{
    if (!accounts::check_name(form.user_name)) return "user_name";
    if (!accounts::check_email(form.email)) return "email";
    return accounts::check_password(call.settings(), form.password) ? "retype" : "password";
}

Result<Done> create(Call& call, Query<SetUpQuery> query, Body<SetUpForm> form)
{
    form.value.token = query->token;
    auto made = call.site.get<FirstAdministrator>().create(call, form.value);
    // Somebody was a moment quicker.
    if (!made && made.error().code == Errc::not_found) return elsewhere(Errc::see_other, "/user/login");
    if (!made && made.error().code != Errc::bad_request && made.error().code != Errc::unprocessable)
        return std::unexpected(std::move(made).error());
    if (!made) return std::unexpected(about(refused_field(call, form.value), std::move(made).error()));
    call.reply_headers.emplace_back("Set-Cookie", accounts::open_session(call, {.account_id = made->id}));
    return done("/-/admin", site_set_up);
}

constexpr auto& setup_page = shows<show, "admin/setup">;

// clang-format off
constexpr Operation setup_operations[] = {
    {GET,  "/-/setup", scope::none, before_the_first_account, setup_page,               200, "siteSetUp",     "Ask for the first administrator"},
    {POST, "/-/setup", scope::none, before_the_first_account, does<create, setup_page>, 303, "siteSetUpDone", "Make the first administrator"},
};
// clang-format on
static_assert(well_formed(setup_operations));

} // namespace

const Table setup_table{"site", setup_operations, Door::site, refuse_page, listens::at_the_entrance};

} // namespace cairn::pages
