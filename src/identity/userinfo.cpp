// /login/oauth/userinfo: who the person is that a token was given by (OpenID Connect Core, 5.3).
#include "accounts/account.hpp"
#include "accounts/sign_in/credentials.hpp"
#include "api/error_body.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/claims.hpp"
#include "identity/provider.hpp"
#include "identity/scopes.hpp"
#include "identity/tables.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;
using accounts::Account;

namespace {

struct UserInfo {
    std::string sub;
    std::string name;
    std::string preferred_username;
    std::string email;
    bool email_verified = false;
    std::string picture;
    std::string profile;
    std::string website;
    std::string locale;
    std::int64_t updated_at = 0;
    std::optional<std::vector<std::string>> groups; // null for none, as today's clients know it
};
BOOST_DESCRIBE_STRUCT(UserInfo, (),
                      (sub, name, preferred_username, email, email_verified, picture, profile, website, locale,
                       updated_at, groups))
constexpr auto notes(const UserInfo*)
{
    constexpr auto optional = [](std::string_view member) { return Note{.member = member, .omit_empty = true}; };
    return std::array{optional("email_verified"), optional("profile"), optional("website"), optional("locale"),
                      optional("updated_at")};
}

std::optional<std::string> token_of(const Call& call)
{
    auto offered =
        accounts::offered_token(call.request, call.query, !call.settings().security.disable_query_auth_token);
    return offered ? std::optional(std::move(offered->value)) : std::nullopt;
}

// Whose token it is, and what the application was given; nothing for a personal token.
struct Bearer {
    std::shared_ptr<const Account> account;
    std::shared_ptr<const Authorization> given{};
    std::string scope{}; // of the token: what was given, or a part of it
};

Bearer bearer_of(Call& call)
{
    Bearer bearer{.account = accounts::shared_account(call.caller)};
    if (call.caller.credential != Credential::oauth2_token) return bearer;
    const auto token = token_of(call);
    auto access = token
        ? read_access_token(call.settings(), call.site.get<identity::SigningKeys>(), *token, Time::now())
        : std::nullopt;
    if (!access) return bearer;
    bearer.given = find_authorization(call.db(), access->family_id);
    bearer.scope = std::move(access->scope);
    return bearer;
}

bool may_ask(const Bearer& bearer, const ScopeSet& rights)
{
    return bearer.given ? opens_userinfo(bearer.scope, rights) : rights.allows(Category::user, Level::read);
}

// Tokens only, and not by Basic: neither a password nor a browser's session shows that anybody approved an application.
// It tells of the person who did (OpenID Connect Core, 5.3.2), whoever an administrator would rather act as.
Result<void> check_bears_token(Call& call)
{
    TRY(check_provider_is_on(call));
    const Caller& caller = call.caller;
    const bool is_token = caller.credential == Credential::oauth2_token || caller.credential == Credential::token;
    if (!is_token || !token_of(call))
        return fail(Errc::unauthorized, "send an access token in the Authorization header");
    if (caller.on_behalf_of != 0) return fail(Errc::forbidden, "nobody acts as somebody else here");
    auto bearer = bearer_of(call);
    if (!may_ask(bearer, caller.scopes)) return fail(Errc::forbidden, "the token lacks the scope read:user");
    call.load(std::move(bearer));
    return {};
}
constexpr Guard bears_token{
    .name = "bears a token", .loads = &tag<Bearer>, .errors = {401, 403}, .check = &check_bears_token};

// OpenID Connect Core, 5.5: a claim that was wanted by its own name. People approve scopes, and an approval is
// remembered by these: no claim may tell what their words did not say. So a name brings what the scopes open anyway:
// all that an account says of itself where it can be read, and otherwise what everybody sees. What is always told (sub,
// names, e-mail address, picture, groups) needs no name, and none adds to it.
bool tells_by_name(const Bearer& bearer, const ScopeSet& rights, std::string_view claim)
{
    if (!has_scope(bearer.given->userinfo_claims, claim)) return false;
    if (rights.allows(Category::user, Level::read) && !rights.public_only()) return true;
    const bool is_shown_to_all = claim == "profile" || claim == "website";
    return is_shown_to_all && bearer.account->visibility == config::Visibility::public_;
}

Result<Raw> get_userinfo(Call& call, const Bearer& bearer)
{
    const Account& account = *bearer.account;
    const std::string& root = call.settings().server.root_url;
    UserInfo shown{.sub = std::to_string(account.id),
                   .name = account.full_name.empty() ? account.name : account.full_name,
                   .preferred_username = account.name,
                   .email = account.email,
                   .email_verified = account.is_active,
                   .picture = root + "avatars/" + account.avatar};
    if (const auto& given = bearer.given) {
        const auto tells = [&](std::string_view claim) {
            return has_scope(bearer.scope, "profile") || tells_by_name(bearer, call.caller.scopes, claim);
        };
        if (tells("profile")) shown.profile = root + account.name;
        if (tells("website")) shown.website = account.website;
        if (tells("locale")) shown.locale = account.language;
        if (tells("updated_at")) shown.updated_at = given->updated_at.seconds;
    }
    if (auto groups = groups_of(call.db(), account.id, call.caller.public_only()); !groups.empty())
        shown.groups = std::move(groups);
    return Raw{.body = to_json(type_of<UserInfo>(), &shown),
               .content_type = "application/json;charset=utf-8",
               .headers = {{"Cache-Control", "no-store"}}};
}

// RFC 6750, 3: the challenge says what is wrong with the token; where none was sent, only that one is needed.
http::Response refuse_userinfo(const Call& call, const Error& error)
{
    http::Response response{.status = http_status(error.code), .headers = {}, .body = error.message + "\n"};
    response.set("Content-Type", "text/plain;charset=utf-8");
    response.set("Cache-Control", "no-store");
    if (!call.settings().oauth2.enabled || !error.headers.empty()) return response; // which say it by themselves
    const bool identified = !call.caller.anonymous() && call.caller.credential != Credential::password;
    if (response.status == 403 && identified) {
        response.set("WWW-Authenticate", "Bearer realm=\"Cairn\", error=\"insufficient_scope\", scope=\"read:user\"");
    } else if (response.status < 500 && response.status != 429) {
        // An account that may not sign in has no identity to give: its token is as good as none.
        response.status = 401;
        response.set("WWW-Authenticate",
                     token_of(call) ? "Bearer realm=\"Cairn\", error=\"invalid_token\"" : "Bearer realm=\"Cairn\"");
    }
    return response;
}

// clang-format off
constexpr Operation userinfo_operations[] = {
    {GET,  path::userinfo, scope::none, bears_token, handle<get_userinfo>, 200, "oidcUserInfo",       "Tell who the person is"},
    {POST, path::userinfo, scope::none, bears_token, handle<get_userinfo>, 200, "oidcUserInfoByPost", "Tell who the person is"},
};
// clang-format on
static_assert(well_formed(userinfo_operations));

} // namespace

const Table userinfo_table{"oauth2", userinfo_operations, Door::site, &refuse_userinfo, Door::api};

} // namespace cairn::identity
