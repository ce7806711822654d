// /login/oauth/revoke (RFC 7009): an application gives back what it was given.
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/audited.hpp"
#include "identity/client_authentication.hpp"
#include "identity/provider.hpp"
#include "identity/tables.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;

namespace {

struct RevocationRequest {
    std::string token;
    std::string token_type_hint; // RFC 7009, 2.1: a hint, and we see without it
    std::string client_id;
    std::string client_secret;
};
BOOST_DESCRIBE_STRUCT(RevocationRequest, (), (token, token_type_hint, client_id, client_secret))

// Either kind of token ends the whole family, which RFC 7009, 2.1 demands of a refresh token and allows for an access
// token. What the person approved stays approved: only they take that back.
OAuth2Result<void> revoke(Call& call, const RevocationRequest& request)
{
    const auto client = authenticate_client(call.db(), call.request, {request.client_id, request.client_secret});
    if (!client) return std::unexpected(client.error());
    if (request.token.empty()) return refuse(OAuth2Errc::invalid_request, "the token is missing");
    const auto now = Time::now();
    std::optional<std::int64_t> family_id;
    if (const auto refresh = read_refresh_token(call.settings(), request.token, now)) family_id = refresh->family_id;
    else if (const auto access =
                 read_access_token(call.settings(), call.site.get<identity::SigningKeys>(), request.token, now))
        family_id = access->family_id;
    // RFC 7009, 2.2: what is no token, or none any more, is no error, since that is what the client wants.
    const auto family = family_id ? find_authorization(call.db(), *family_id) : nullptr;
    if (!family) return {};
    // 2.1: one of somebody else's is, in the word that RFC 6749, 5.2 has for it. Whoever has a token that is good knows
    // already that it is one.
    if (family->application_id != client->id)
        return refuse(OAuth2Errc::invalid_grant, "the token was given to another client");
    call.db().write([&](db::Transaction& tx) {
        // Somebody else may have ended it meanwhile, and it is told once.
        if (const auto found = find_authorization(tx, *family_id)) end_authorization(tx, call, *found, "given_back");
    });
    return {};
}

Result<Raw> post_revoke(Call& call, Body<RevocationRequest> body)
{
    if (auto read = check_sent_once(call.request, type_of<RevocationRequest>()); !read) return answer(read.error());
    if (auto done = revoke(call, body.value); !done) return answer(done.error());
    return Raw{.body = {}, .content_type = {}, .headers = {{"Cache-Control", "no-store"}}};
}

// clang-format off
constexpr Operation revocation_operations[] = {
    {POST, path::revoke, scope::none, provider_is_on, handle<post_revoke>, 200, "oauth2Revoke", "End the tokens of one authorization"},
};
// clang-format on
static_assert(well_formed(revocation_operations));

} // namespace

const Table revocation_table{"oauth2", revocation_operations, Door::site, &refuse_in_json, to_clients};

} // namespace cairn::identity
