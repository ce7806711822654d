// Sign-in sources, as administrators see, make and change them.
#include "accounts/sources/source_change.hpp"

#include <charconv>

#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "pages/admin/source_guard.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using accounts::Source;
using accounts::SourceForm;
using accounts::SourceKind;
using enum Method;
using words::Phrase;

namespace {

const Notice source_created{"source-created", Phrase("The sign-in source is made. Try it out before people use it.")};
const Notice source_changed{"source-changed", Phrase("The sign-in source is changed.")};
const Notice source_on{"source-on", Phrase("People can sign in by it.")};
const Notice source_off{"source-off", Phrase("Nobody can sign in by it any more. Who is signed in stays so.")};
const Notice source_deleted{"source-deleted", Phrase("The sign-in source is deleted.")};

constexpr std::string_view sources_address = "/-/admin/auths";

struct SourcesView {
    Navigation navigation;
    std::vector<accounts::ListedSource> sources{};
    bool registration = false;
    bool basic = false;
    bool enforced = false; // a second step
    bool provider = false; // of OAuth2
};
BOOST_DESCRIBE_STRUCT(SourcesView, (), (navigation, sources, registration, basic, enforced, provider))

struct NewSourceQuery {
    SourceKind kind = SourceKind::ldap;
};
BOOST_DESCRIBE_STRUCT(NewSourceQuery, (), (kind))

struct NewSourceView {
    Navigation navigation;
    SourceKind kind = SourceKind::ldap;
    std::string security; // of the form
    Form<SourceForm> form;
};
BOOST_DESCRIBE_STRUCT(NewSourceView, (), (navigation, kind, security, form))

struct SourceView {
    Navigation navigation;
    std::int64_t id = 0;
    std::string name;
    SourceKind kind = SourceKind::ldap;
    bool active = false;
    bool has_secret = false;
    std::int64_t accounts = 0;
    std::string callback{}; // what the provider has to know
    std::string security{}; // of the form
    Form<SourceForm> form;
};
BOOST_DESCRIBE_STRUCT(SourceView, (),
                      (navigation, id, name, kind, active, has_secret, accounts, callback, security, form))

struct DeleteSourceForm {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(DeleteSourceForm, (), (name))
constexpr auto notes(const DeleteSourceForm*)
{
    return std::array{Note{.member = "name", .doc = "the name of the source, once more", .required = true}};
}

struct DeleteSourceView {
    Navigation navigation;
    std::int64_t id = 0;
    std::string name;
    std::int64_t accounts = 0;
    Form<DeleteSourceForm> form;
};
BOOST_DESCRIBE_STRUCT(DeleteSourceView, (), (navigation, id, name, accounts, form))

struct ActiveForm {
    bool active = false;
};
BOOST_DESCRIBE_STRUCT(ActiveForm, (), (active))

Result<SourcesView> show_all(Call& call)
{
    const auto& settings = call.settings();
    return SourcesView{.navigation = administration_navigation(call),
                       .sources = accounts::list_sources(call.db()),
                       .registration = !settings.service.disable_registration,
                       .basic = settings.service.enable_basic_authentication,
                       .enforced = settings.security.two_factor_auth == config::TwoFactorAuth::enforced,
                       .provider = settings.oauth2.enabled};
}

Result<NewSourceView> show_new(Call& call, Query<NewSourceQuery> query, Form<SourceForm> form)
{
    SourceForm fresh;
    fresh.kind = query->kind;
    form.begin_with(fresh);
    return NewSourceView{.navigation = administration_navigation(call),
                         .kind =
                             form.value("kind") == word_of(SourceKind::openid) ? SourceKind::openid : SourceKind::ldap,
                         .security = form.value("security"),
                         .form = std::move(form)};
}

Result<Done> create(Call& call, Body<SourceForm> form)
{
    const auto made = TRY(accounts::create_source(call, form.value));
    return done(admin_source_address(made), source_created);
}

Result<SourceView> show(Call& call, const Source& source, Form<SourceForm> form)
{
    form.begin_with(accounts::form_of(source));
    SourceView view{.navigation = administration_navigation(call, sources_address),
                    .id = source.id,
                    .name = source.name,
                    .kind = source.kind,
                    .active = source.active,
                    .has_secret = !source.secret.empty(),
                    .accounts = accounts::accounts_of(call.db(), source.id),
                    .security = form.value("security"),
                    .form = std::move(form)};
    if (source.kind == SourceKind::openid)
        view.callback =
            call.settings().server.root_url + "user/oauth2/" + http::encode_path_segment(source.name) + "/callback";
    return view;
}

Result<Done> change(Call& call, const Source& source, Body<SourceForm> form)
{
    TRY(accounts::change_source(call, source, form.value));
    return done(admin_source_address(source), source_changed);
}

Result<Done> turn(Call& call, const Source& source, Body<ActiveForm> form)
{
    TRY(accounts::set_source_active(call, source, form->active));
    return done(admin_source_address(source), form->active ? source_on : source_off);
}

Result<DeleteSourceView> show_delete(Call& call, const Source& source, Form<DeleteSourceForm> form)
{
    return DeleteSourceView{.navigation = administration_navigation(call, sources_address),
                            .id = source.id,
                            .name = source.name,
                            .accounts = accounts::accounts_of(call.db(), source.id),
                            .form = std::move(form)};
}

Result<Done> remove(Call& call, const Source& source, Body<DeleteSourceForm> form)
{
    if (form->name != source.name)
        return std::unexpected(about("name", Error{Errc::unprocessable, "that is not the name of this source"}));
    TRY(accounts::delete_source(call, source));
    return done(std::string(sources_address), source_deleted);
}

constexpr auto& list_page = shows<show_all, "admin/sources">;
constexpr auto& new_page = shows<show_new, "admin/new_source">;
constexpr auto& source_page = shows<show, "admin/source">;
constexpr auto& delete_page = shows<show_delete, "admin/delete_source">;

// clang-format off
constexpr Operation source_operations[] = {
    {GET,  "/-/admin/auths",             scope::none, administers_site,   list_page,                 200, "siteAdminSources",       "Show where people sign in"},
    {GET,  "/-/admin/auths/new",         scope::none, administers_site,   new_page,                  200, "siteAdminNewSource",     "Ask for a new sign-in source"},
    {POST, "/-/admin/auths/new",         scope::none, administers_site,   does<create, new_page>,    303, "siteAdminMakeSource",    "Make a sign-in source"},
    {GET,  "/-/admin/auths/{id}",        scope::none, administers_source, source_page,               200, "siteAdminSource",        "Show a sign-in source, to be changed"},
    {POST, "/-/admin/auths/{id}",        scope::none, administers_source, does<change, source_page>, 303, "siteAdminSourceChanged", "Change a sign-in source"},
    {POST, "/-/admin/auths/{id}/active", scope::none, administers_source, does<turn>,                303, "siteAdminSourceTurned",  "Switch a sign-in source on or off"},
    {GET,  "/-/admin/auths/{id}/delete", scope::none, administers_source, delete_page,               200, "siteAdminDeleteSource",  "Ask whether to delete a sign-in source"},
    {POST, "/-/admin/auths/{id}/delete", scope::none, administers_source, does<remove, delete_page>, 303, "siteAdminSourceDeleted", "Delete a sign-in source"},
};
// clang-format on
static_assert(well_formed(source_operations));

} // namespace

std::string admin_source_address(const Source& source) { return "/-/admin/auths/" + std::to_string(source.id); }

Result<void> check_administers_source(Call& call)
{
    TRY(accounts::check_administers_site(call));
    const std::string& text = call.segment("id");
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc() || end != text.data() + text.size()) return not_found("the sign-in source");
    auto source = accounts::find_source(call.db(), id);
    if (!source) return not_found("the sign-in source");
    call.load(std::move(*source));
    return {};
}

const Table admin_sources_table{"site", source_operations, Door::site, refuse_page};

} // namespace cairn::pages
