// The pages on which applications are registered, changed and deleted: of a person, of an organization by its owners,
// of the site by its administrators. They differ in whose applications they are about, and in nothing else.
#include "accounts/guards.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/application_change.hpp"
#include "identity/dynamic_clients.hpp"
#include "identity/grants.hpp"
#include "identity/provider.hpp"
#include "identity/settings_applications.hpp"
#include "identity/tables.hpp"
#include "organizations/guards.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;
using words::Phrase;

namespace {

constexpr std::size_t longest_name = 255;

struct ApplicationPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ApplicationPath, (), (id))

const pages::Notice application_saved{"application-saved", Phrase("The application is saved.")};
const pages::Notice application_deleted{"application-deleted",
                                        Phrase("The application is deleted. Nothing of it works any more.")};

struct ListView {
    pages::Navigation navigation{}; // of the site's
    std::string owner{};            // of an organization: its name
    std::string base{};
    std::vector<ShownApplication> applications{};
    ApplicationForm application{.confidential_client = true};
    std::string application_error{};
    std::vector<AlgorithmChoice> algorithms{};
    std::int64_t strangers = 0; // of the site: how many have registered themselves and are used by nobody
};
BOOST_DESCRIBE_STRUCT(ListView, (),
                      (navigation, owner, base, applications, application, application_error, algorithms, strangers))
const pages::PageOf<ListView> organization_page{"identity/organization_applications"};
const pages::PageOf<ListView> site_page{"identity/site_applications"};

struct ApplicationView {
    std::string list{};
    std::string address{};
    std::string name{};
    std::string client_id{};
    std::string secret{}; // just made: shown now and never again
    ApplicationForm application{};
    std::int64_t people = 0; // how many have approved it
    std::string application_error{};
    std::vector<AlgorithmChoice> algorithms{};
};
BOOST_DESCRIBE_STRUCT(ApplicationView, (),
                      (list, address, name, client_id, secret, application, people, application_error, algorithms))
const pages::PageOf<ApplicationView> one_page{"identity/application"};

// What the form has no field for stays as it was.
ClientMetadata read_metadata(ClientMetadata metadata, const ApplicationForm& form)
{
    metadata.post_logout_redirect_uris.clear();
    for (const auto line : text::split_list(form.post_logout_redirect_uris, '\n'))
        metadata.post_logout_redirect_uris.emplace_back(line);
    metadata.backchannel_logout_uri = text::trim(form.backchannel_logout_uri);
    metadata.backchannel_logout_session_required = form.backchannel_logout_session_required;
    metadata.frontchannel_logout_uri = text::trim(form.frontchannel_logout_uri);
    metadata.frontchannel_logout_session_required = form.frontchannel_logout_session_required;
    metadata.initiate_login_uri = text::trim(form.initiate_login_uri);
    const auto keys = text::trim(form.jwks);
    metadata.jwks = keys.empty() ? Json{} : Json{std::string(keys)};
    metadata.require_signed_request_object = form.require_signed_request_object;
    metadata.require_pushed_authorization_requests = form.require_pushed_authorization_requests;
    metadata.dpop_bound_access_tokens = form.dpop_bound_access_tokens;
    return metadata;
}

ApplicationForm shown_form(const Application& application)
{
    const auto metadata = from_stored(application.metadata);
    return {.name = application.name,
            .redirect_uris = text::join(application.redirects(), "\n"),
            .confidential_client = application.confidential,
            .skip_secondary_authorization = application.skip_secondary_authorization,
            .id_token_signed_response_alg = application.id_token_signed_response_alg,
            .post_logout_redirect_uris = text::join(metadata.post_logout_redirect_uris, "\n"),
            .backchannel_logout_uri = metadata.backchannel_logout_uri,
            .backchannel_logout_session_required = metadata.backchannel_logout_session_required,
            .frontchannel_logout_uri = metadata.frontchannel_logout_uri,
            .frontchannel_logout_session_required = metadata.frontchannel_logout_session_required,
            .initiate_login_uri = metadata.initiate_login_uri,
            .jwks = metadata.jwks.text == "null" ? std::string() : metadata.jwks.text,
            .require_signed_request_object = metadata.require_signed_request_object,
            .require_pushed_authorization_requests = metadata.require_pushed_authorization_requests,
            .dpop_bound_access_tokens = metadata.dpop_bound_access_tokens};
}

Result<ApplicationDraft> read_form(const Call& call, const ApplicationForm& form, ClientMetadata before)
{
    ApplicationDraft draft{.name = std::string(text::trim(form.name)),
                           .redirect_uris = {},
                           .confidential = form.confidential_client,
                           .skip_secondary_authorization = form.skip_secondary_authorization,
                           .id_token_signed_response_alg = form.id_token_signed_response_alg,
                           .metadata = read_metadata(std::move(before), form)};
    if (draft.name.empty()) return fail(Errc::unprocessable, "give the application a name");
    if (draft.name.size() > longest_name) return fail(Errc::unprocessable, "a name has at most 255 characters");
    for (const auto line : text::split_list(form.redirect_uris, '\n')) draft.redirect_uris.emplace_back(line);
    if (draft.redirect_uris.empty()) return fail(Errc::unprocessable, "give at least one redirect address");
    TRY(check_draft(call.settings(), draft));
    return draft;
}

Raw list_page(Call& call, const ApplicationOwner& owner, ListView view, int status = 200)
{
    // A person's applications are part of a larger page.
    if (owner.owner_id == call.caller.id) return settings_page(call, view.application, view.application_error, status);
    view.owner = owner.name;
    view.base = owner.base;
    view.applications = shown_applications(call.db(), owner);
    view.algorithms = algorithm_choices(call.settings(), view.application);
    if (owner.owner_id) return organization_page.show(call, std::move(view), {.status = status});
    view.strangers = count_unused_strangers(call.db());
    view.navigation = pages::administration_navigation(call);
    return site_page.show(call, std::move(view), {.status = status});
}

Raw application_page(Call& call, const ApplicationOwner& owner, const Application& application, ApplicationView view,
                     int status = 200)
{
    view.list = owner.list;
    view.address = owner.address_of(application.id);
    view.name = application.name;
    view.client_id = application.client_id;
    if (view.application_error.empty()) view.application = shown_form(application);
    view.algorithms = algorithm_choices(call.settings(), view.application);
    view.people = count_approvals(call.db(), application.id);
    return one_page.show(call, std::move(view), {.status = status});
}

Result<Raw> get_list(Call& call, const ApplicationOwner& owner) { return list_page(call, owner, {}); }

Result<Raw> post_new(Call& call, const ApplicationOwner& owner, Body<ApplicationForm> form)
{
    const auto draft = read_form(call, form.value, {});
    if (!draft)
        return list_page(call, owner, {.application = form.value, .application_error = pages::words_of(draft.error())},
                         422);
    auto made = register_application(call, owner, *draft);
    return application_page(call, owner, made.application, {.secret = std::move(made.secret)});
}

Result<Raw> get_one(Call& call, const ApplicationOwner& owner, Path<ApplicationPath> path)
{
    return application_page(call, owner, TRY(find_changeable(call.db(), owner, path->id)), {});
}

Result<Raw> post_edit(Call& call, const ApplicationOwner& owner, Path<ApplicationPath> path, Body<ApplicationForm> form)
{
    const DraftOf draft_of = [&](const Application& before) {
        return read_form(call, form.value, from_stored(before.metadata));
    };
    const auto application = TRY(find_changeable(call.db(), owner, path->id));
    if (const auto draft = draft_of(application); !draft)
        return application_page(call, owner, application,
                                {.application = form.value, .application_error = pages::words_of(draft.error())}, 422);
    TRY(edit_application(call, owner, application.id, draft_of));
    pages::leave_notice(call, application_saved);
    return pages::see_other(call, owner.address_of(application.id));
}

// The page itself shows the secret, since it is not kept anywhere for another page to show.
Result<Raw> post_secret(Call& call, const ApplicationOwner& owner, Path<ApplicationPath> path)
{
    auto renewed = TRY(renew_application_secret(call, owner, path->id));
    return application_page(call, owner, renewed.application, {.secret = std::move(renewed.secret)});
}

Result<Raw> post_delete(Call& call, const ApplicationOwner& owner, Path<ApplicationPath> path)
{
    TRY(delete_application(call, owner, path->id));
    pages::leave_notice(call, application_deleted);
    return pages::see_other(call, owner.list);
}

Result<void> check_own(Call& call)
{
    TRY(check_provider_is_on(call));
    TRY(accounts::check_signed_in(call));
    call.load(application_owner_of(accounts::account_of(call.caller)));
    return {};
}
constexpr Guard own{
    .name = "has applications", .loads = &tag<ApplicationOwner>, .errors = {401, 403}, .check = &check_own};

Result<void> check_organization(Call& call)
{
    TRY(check_provider_is_on(call));
    TRY(organizations::check_owns_organization(call));
    const auto& organization =
        *static_cast<const organizations::StoredOrganization*>(call.loaded(&tag<organizations::StoredOrganization>));
    const std::string list = "/org/" + organization.name + "/settings/applications";
    call.load(ApplicationOwner{
        .owner_id = organization.id, .name = organization.name, .list = list, .base = list + "/oauth2"});
    return {};
}
constexpr Guard of_organization{.name = "owns the organization that has applications",
                                .path = &type_of<organizations::OrganizationPath>(),
                                .loads = &tag<ApplicationOwner>,
                                .errors = {401, 403, 404},
                                .check = &check_organization};

Result<void> check_site(Call& call)
{
    TRY(check_provider_is_on(call));
    TRY(accounts::check_administers_site(call));
    call.load(ApplicationOwner{
        .owner_id = {}, .name = {}, .list = "/-/admin/applications", .base = "/-/admin/applications/oauth2"});
    return {};
}
constexpr Guard of_site{.name = "administers the site that has applications",
                        .loads = &tag<ApplicationOwner>,
                        .errors = {401, 403},
                        .check = &check_site};

using accounts::in_person;

// clang-format off
constexpr Operation application_page_operations[] = {
    {POST, "/user/settings/applications/oauth2",                        scope::none, in_person<own>, handle<post_new>,    200, "siteMakeApplication",     "Register an application"},
    {GET,  "/user/settings/applications/oauth2/{id}",                   scope::none, own,            handle<get_one>,     200, "siteApplicationPage",     "Show an application"},
    {POST, "/user/settings/applications/oauth2/{id}",                   scope::none, in_person<own>, handle<post_edit>,   200, "siteChangeApplication",   "Change an application"},
    {POST, "/user/settings/applications/oauth2/{id}/regenerate_secret", scope::none, in_person<own>, handle<post_secret>, 200, "siteApplicationSecret",   "Make a new secret and show it"},
    {POST, "/user/settings/applications/oauth2/{id}/delete",            scope::none, own,            handle<post_delete>, 303, "siteDeleteApplication",   "Delete an application"},

    {GET,  "/org/{org}/settings/applications",                          scope::none, of_organization,            handle<get_list>,    200, "siteOrgApplicationsPage", "Show an organization's applications"},
    {POST, "/org/{org}/settings/applications/oauth2",                   scope::none, in_person<of_organization>, handle<post_new>,    200, "siteOrgMakeApplication",  "Register an application"},
    {GET,  "/org/{org}/settings/applications/oauth2/{id}",              scope::none, of_organization,            handle<get_one>,     200, "siteOrgApplicationPage",  "Show an application"},
    {POST, "/org/{org}/settings/applications/oauth2/{id}",              scope::none, in_person<of_organization>, handle<post_edit>,   200, "siteOrgChangeApplication", "Change an application"},
    {POST, "/org/{org}/settings/applications/oauth2/{id}/regenerate_secret", scope::none, in_person<of_organization>, handle<post_secret>, 200, "siteOrgApplicationSecret", "Make a new secret and show it"},
    {POST, "/org/{org}/settings/applications/oauth2/{id}/delete",       scope::none, of_organization,            handle<post_delete>, 303, "siteOrgDeleteApplication", "Delete an application"},

    {GET,  "/-/admin/applications",                                     scope::none, of_site,         handle<get_list>,    200, "siteAdminApplicationsPage", "Show the site's applications"},
    {POST, "/-/admin/applications/oauth2",                              scope::none, of_site,         handle<post_new>,    200, "siteAdminMakeApplication", "Register an application"},
    {GET,  "/-/admin/applications/oauth2/{id}",                         scope::none, of_site,         handle<get_one>,     200, "siteAdminApplicationPage", "Show an application"},
    {POST, "/-/admin/applications/oauth2/{id}",                         scope::none, of_site,         handle<post_edit>,   200, "siteAdminChangeApplication", "Change an application"},
    {POST, "/-/admin/applications/oauth2/{id}/regenerate_secret",       scope::none, of_site,         handle<post_secret>, 200, "siteAdminApplicationSecret", "Make a new secret and show it"},
    {POST, "/-/admin/applications/oauth2/{id}/delete",                  scope::none, of_site,         handle<post_delete>, 303, "siteAdminDeleteApplication", "Delete an application"},
};
// clang-format on
static_assert(well_formed(application_page_operations));

} // namespace

const Table application_page_table{"site", application_page_operations, Door::site, pages::refuse_page};

} // namespace cairn::identity
