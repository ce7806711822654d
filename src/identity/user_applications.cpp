// A person's own OAuth2 applications over the API. Nobody else sees them, not even administrators.
#include "accounts/guards.hpp"
#include "api/call.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/application_change.hpp"
#include "identity/tables.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;
using accounts::Account;

namespace {

struct OAuth2Application {
    std::int64_t id = 0;
    std::string name;
    std::string client_id;
    std::string client_secret;
    bool confidential_client = false;
    bool skip_secondary_authorization = false;
    std::vector<std::string> redirect_uris;
    std::string id_token_signed_response_alg;
    Time created;
    std::optional<Json> jwks;
    bool require_pushed_authorization_requests = false;
    std::string request_object_signing_alg;
    bool require_signed_request_object = false;
    bool dpop_bound_access_tokens = false;
    std::string backchannel_logout_uri;
    bool backchannel_logout_session_required = false;
    std::string frontchannel_logout_uri;
    bool frontchannel_logout_session_required = false;
    std::vector<std::string> post_logout_redirect_uris;
    std::string initiate_login_uri;
};
BOOST_DESCRIBE_STRUCT(OAuth2Application, (),
                      (id, name, client_id, client_secret, confidential_client, skip_secondary_authorization,
                       redirect_uris, id_token_signed_response_alg, created, jwks,
                       require_pushed_authorization_requests, request_object_signing_alg, require_signed_request_object,
                       dpop_bound_access_tokens, backchannel_logout_uri, backchannel_logout_session_required,
                       frontchannel_logout_uri, frontchannel_logout_session_required, post_logout_redirect_uris,
                       initiate_login_uri))
constexpr auto notes(const OAuth2Application*)
{
    return std::array{
        Note{"", "An application that people can sign in to with an account of this site"},
        Note{"client_secret", "told when it is made or changed, and never again"},
        Note{"confidential_client", "it runs on a server, where it can keep a secret"},
        Note{"skip_secondary_authorization", "people are asked once and not again"},
        Note{.member = "id_token_signed_response_alg",
             .doc = "what its id tokens are signed with; left out where that is the site's own algorithm",
             .omit_empty = true},
        Note{.member = "jwks", .doc = "the public keys that it signs its requests with", .omit_empty = true},
        Note{.member = "require_pushed_authorization_requests", .omit_empty = true},
        Note{.member = "request_object_signing_alg", .omit_empty = true},
        Note{.member = "require_signed_request_object", .omit_empty = true},
        Note{.member = "dpop_bound_access_tokens", .omit_empty = true},
        Note{.member = "backchannel_logout_uri", .omit_empty = true},
        Note{.member = "backchannel_logout_session_required", .omit_empty = true},
        Note{.member = "frontchannel_logout_uri", .omit_empty = true},
        Note{.member = "frontchannel_logout_session_required", .omit_empty = true},
        Note{.member = "post_logout_redirect_uris", .omit_empty = true},
        Note{.member = "initiate_login_uri", .omit_empty = true},
    };
}

struct CreateOAuth2ApplicationOptions {
    std::string name;
    std::optional<std::vector<std::string>> redirect_uris;
    bool confidential_client = false;
    bool skip_secondary_authorization = false;
    std::string id_token_signed_response_alg;
    Json jwks;
    std::optional<bool> require_pushed_authorization_requests;
    std::optional<std::string> request_object_signing_alg;
    std::optional<bool> require_signed_request_object;
    std::optional<bool> dpop_bound_access_tokens;
    std::optional<std::string> backchannel_logout_uri;
    std::optional<bool> backchannel_logout_session_required;
    std::optional<std::string> frontchannel_logout_uri;
    std::optional<bool> frontchannel_logout_session_required;
    std::optional<std::vector<std::string>> post_logout_redirect_uris;
    std::optional<std::string> initiate_login_uri;
};
BOOST_DESCRIBE_STRUCT(CreateOAuth2ApplicationOptions, (),
                      (name, redirect_uris, confidential_client, skip_secondary_authorization,
                       id_token_signed_response_alg, jwks, require_pushed_authorization_requests,
                       request_object_signing_alg, require_signed_request_object, dpop_bound_access_tokens,
                       backchannel_logout_uri, backchannel_logout_session_required, frontchannel_logout_uri,
                       frontchannel_logout_session_required, post_logout_redirect_uris, initiate_login_uri))
constexpr auto notes(const CreateOAuth2ApplicationOptions*)
{
    return std::array{
        Note{.member = "name", .required = true, .max_length = 255},
        Note{"redirect_uris", "where people may be sent with the answer; exactly these addresses"},
        Note{"confidential_client", "it runs on a server, where it can keep a secret"},
        Note{"skip_secondary_authorization", "ask people once and not again"},
        Note{"id_token_signed_response_alg",
             "what its id tokens are signed with: one of those that discovery lists; empty for the site's own"},
        Note{"jwks", "a JWK Set: the public keys that it signs its requests with (RFC 9101); without keys: none"},
        Note{"require_pushed_authorization_requests", "take its requests from itself alone (RFC 9126)"},
        Note{"request_object_signing_alg", "the one algorithm that it signs its requests by"},
        Note{"require_signed_request_object", "take its requests signed alone (RFC 9101)"},
        Note{"dpop_bound_access_tokens", "give it tokens that are bound to a key alone (RFC 9449)"},
        Note{"backchannel_logout_uri", "where it is told that a session has ended"},
        Note{"backchannel_logout_session_required", "it wants to be told which session that is"},
        Note{"frontchannel_logout_uri", "what the browser opens there when somebody signs out"},
        Note{"frontchannel_logout_session_required", "it wants to be told which session that is"},
        Note{"post_logout_redirect_uris", "where people may go after signing out, beside redirect_uris"},
        Note{"initiate_login_uri", "what begins a sign-in there, for links from here"},
    };
}

struct ApplicationPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ApplicationPath, (), (id))
constexpr auto notes(const ApplicationPath*) { return std::array{Note{"id", "the number of the application"}}; }

struct ListApplications : Paging { };
BOOST_DESCRIBE_STRUCT(ListApplications, (Paging), ())

OAuth2Application show(const Application& application, std::string secret = {})
{
    auto metadata = from_stored(application.metadata);
    return {.id = application.id,
            .name = application.name,
            .client_id = application.client_id,
            .client_secret = std::move(secret),
            .confidential_client = application.confidential,
            .skip_secondary_authorization = application.skip_secondary_authorization,
            .redirect_uris = application.redirects(),
            .id_token_signed_response_alg = application.id_token_signed_response_alg,
            .created = application.created_at,
            .jwks = metadata.jwks.text == "null" ? std::nullopt : std::optional(std::move(metadata.jwks)),
            .require_pushed_authorization_requests = metadata.require_pushed_authorization_requests,
            .request_object_signing_alg = std::move(metadata.request_object_signing_alg),
            .require_signed_request_object = metadata.require_signed_request_object,
            .dpop_bound_access_tokens = metadata.dpop_bound_access_tokens,
            .backchannel_logout_uri = std::move(metadata.backchannel_logout_uri),
            .backchannel_logout_session_required = metadata.backchannel_logout_session_required,
            .frontchannel_logout_uri = std::move(metadata.frontchannel_logout_uri),
            .frontchannel_logout_session_required = metadata.frontchannel_logout_session_required,
            .post_logout_redirect_uris = std::move(metadata.post_logout_redirect_uris),
            .initiate_login_uri = std::move(metadata.initiate_login_uri)};
}

// What is not given stays as it was: clients that have never heard of these members change nothing by that.
ClientMetadata changed(ClientMetadata metadata, const CreateOAuth2ApplicationOptions& options)
{
    const auto take = [](auto& member, const auto& given) {
        if (given) member = *given;
    };
    if (options.jwks.text != "null") metadata.jwks = is_empty_set(options.jwks) ? Json{} : options.jwks;
    take(metadata.require_pushed_authorization_requests, options.require_pushed_authorization_requests);
    take(metadata.request_object_signing_alg, options.request_object_signing_alg);
    take(metadata.require_signed_request_object, options.require_signed_request_object);
    take(metadata.dpop_bound_access_tokens, options.dpop_bound_access_tokens);
    take(metadata.backchannel_logout_uri, options.backchannel_logout_uri);
    take(metadata.backchannel_logout_session_required, options.backchannel_logout_session_required);
    take(metadata.frontchannel_logout_uri, options.frontchannel_logout_uri);
    take(metadata.frontchannel_logout_session_required, options.frontchannel_logout_session_required);
    take(metadata.post_logout_redirect_uris, options.post_logout_redirect_uris);
    take(metadata.initiate_login_uri, options.initiate_login_uri);
    return metadata;
}

Result<ApplicationDraft> read_draft(const Call& call, const CreateOAuth2ApplicationOptions& options,
                                    ClientMetadata before)
{
    if (!options.redirect_uris) return fail(Errc::unprocessable, "[redirect_uris]: a list is expected");
    ApplicationDraft draft{.name = options.name,
                           .redirect_uris = *options.redirect_uris,
                           .confidential = options.confidential_client,
                           .skip_secondary_authorization = options.skip_secondary_authorization,
                           .id_token_signed_response_alg = options.id_token_signed_response_alg,
                           .metadata = changed(std::move(before), options)};
    TRY(check_draft(call.settings(), draft));
    return draft;
}

Result<Unlinked<OAuth2Application>> list(Call& call, const Account& account, Query<ListApplications> query)
{
    const auto found = list_applications(call.db(), account.id, query.value);
    Unlinked<OAuth2Application> shown{.page = {.items = {}, .total = found.total}};
    for (const auto& application : found.items) shown.page.items.push_back(show(application));
    return shown;
}

Result<OAuth2Application> create(Call& call, const Account& account, Body<CreateOAuth2ApplicationOptions> body)
{
    const auto draft = TRY(read_draft(call, body.value, {}));
    auto made = register_application(call, application_owner_of(account), draft);
    return show(made.application, std::move(made.secret));
}

Result<OAuth2Application> get(Call& call, const Account& account, Path<ApplicationPath> path)
{
    return show(TRY(find_application_of(call.db(), application_owner_of(account), path->id)));
}

Result<OAuth2Application> edit(Call& call, const Account& account, Path<ApplicationPath> path,
                               Body<CreateOAuth2ApplicationOptions> body)
{
    auto changed =
        TRY(edit_application_and_secret(call, application_owner_of(account), path->id, [&](const Application& before) {
            return read_draft(call, body.value, from_stored(before.metadata));
        }));
    return show(changed.application, std::move(changed.secret));
}

Result<> remove(Call& call, const Account& account, Path<ApplicationPath> path)
{
    return delete_application(call, application_owner_of(account), path->id);
}

constexpr Scope own_account = scope::closed_to_public_only(scope::user);

// clang-format off
constexpr Operation user_application_operations[] = {
    {GET,    "/user/applications/oauth2",      own_account, accounts::signed_in, handle<list>,   200, "userGetOauth2Application",    "List your OAuth2 applications", {}, "OAuth2ApplicationList"},
    {POST,   "/user/applications/oauth2",      own_account, accounts::signed_in, handle<create>, 201, "userCreateOAuth2Application", "Register an OAuth2 application", {400}},
    {GET,    "/user/applications/oauth2/{id}", own_account, accounts::signed_in, handle<get>,    200, "userGetOAuth2Application",    "Get one of your OAuth2 applications", {404}},
    {PATCH,  "/user/applications/oauth2/{id}", own_account, accounts::signed_in, handle<edit>,   200, "userUpdateOAuth2Application", "Change an OAuth2 application; it gets a new secret", {400, 404}},
    {DELETE, "/user/applications/oauth2/{id}", own_account, accounts::signed_in, handle<remove>, 204, "userDeleteOAuth2Application", "Delete an OAuth2 application and end its tokens", {404}},
};
// clang-format on
static_assert(well_formed(user_application_operations));

} // namespace

const Table user_application_table{"user", user_application_operations};

} // namespace cairn::identity
