#include "identity/claims.hpp"

#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "identity/authentication_class.hpp"
#include "identity/id_token_seal.hpp"
#include "identity/jwt.hpp"
#include "identity/scopes.hpp"

namespace cairn::identity {

namespace {

struct IdClaims : SealedClaims {
    std::string jti;
    std::int64_t auth_time = 0;
    std::string nonce;
    std::string at_hash;
    std::string acr;
    std::vector<std::string> amr;
    std::string sid;
    std::string name;
    std::string preferred_username;
    std::string profile;
    std::string picture;
    std::string website;
    std::string locale;
    std::int64_t updated_at = 0;
    std::string email;
    bool email_verified = false;
    std::vector<std::string> groups;
};
BOOST_DESCRIBE_STRUCT(IdClaims, (SealedClaims),
                      (jti, auth_time, nonce, at_hash, acr, amr, sid, name, preferred_username, profile, picture,
                       website, locale, updated_at, email, email_verified, groups))
constexpr auto notes(const IdClaims*)
{
    constexpr auto optional = [](std::string_view member) { return Note{.member = member, .omit_empty = true}; };
    return std::array{
        optional("jti"),        optional("nonce"),   optional("at_hash"),        optional("acr"),
        optional("amr"),        optional("sid"),     optional("name"),           optional("preferred_username"),
        optional("profile"),    optional("picture"), optional("website"),        optional("locale"),
        optional("updated_at"), optional("email"),   optional("email_verified"), optional("groups")};
}

struct Seat {
    std::string organization;
    std::string team;
};
BOOST_DESCRIBE_STRUCT(Seat, (), (organization, team))

// OpenID Connect Core, 3.1.3.6: the left half of the hash that the signature algorithm uses.
std::string hash_half(const crypto::SigningKey& key, std::string_view text)
{
    const auto hash = key.hash(text);
    return base64url_encode(std::string_view(hash).substr(0, hash.size / 2));
}

} // namespace

std::vector<std::string> groups_of(db::Queries& db, std::int64_t account_id, bool only_public)
{
    db::Composition query("SELECT o.name AS organization, t.lower_name AS team FROM team_member tm"
                          " JOIN team t ON t.id = tm.team_id JOIN account o ON o.id = t.organization_id"
                          " JOIN organization_member m ON m.organization_id = o.id AND m.account_id = tm.account_id"
                          " WHERE tm.account_id = ");
    query << db::bound(account_id);
    if (only_public) query << " AND o.visibility = 'public' AND m.is_public";
    query << " ORDER BY o.lower_name, t.lower_name";
    std::vector<std::string> groups;
    std::string organization;
    for (const Seat& seat : db.all<Seat>(query)) {
        if (seat.organization != organization) groups.push_back(organization = seat.organization);
        groups.push_back(seat.organization + ":" + seat.team);
    }
    return groups;
}

std::string make_id_token(db::Queries& db, const config::Settings& settings, const crypto::SigningKey& key,
                          const IdTokenRequest& request)
{
    const Authorization& given = request.authorization;
    IdClaims claims{{.iss = settings.oauth2.jwt_claim_issuer,
                     .sub = std::to_string(given.account_id),
                     .aud = {given.client_id},
                     .exp = request.now.seconds + settings.oauth2.access_token_expiration_time,
                     .iat = request.now.seconds}};
    // Signed with a secret that we do not keep, it is known again by our seal.
    if (crypto::is_symmetric(key.algorithm())) claims.jti = seal_id_token(settings, claims);
    claims.auth_time = given.auth_time.seconds;
    claims.nonce = given.nonce;
    claims.at_hash = hash_half(key, request.access_token);
    claims.acr = given.acr.empty() ? class_reached(given.methods) : given.acr;
    claims.amr = methods_told(given.methods);
    claims.sid = given.sid;
    // By the scope that brings it (OpenID Connect Core, 5.4), and by nothing else: that is what the person has
    // approved.
    const std::string& root = settings.server.root_url;
    if (has_scope(given.scope, "profile")) {
        claims.name = given.full_name.empty() ? given.name : given.full_name;
        claims.preferred_username = given.name;
        claims.profile = root + given.name;
        claims.picture = root + "avatars/" + given.avatar;
        claims.website = given.website;
        claims.locale = given.language;
        claims.updated_at = given.updated_at.seconds;
    }
    if (has_scope(given.scope, "email")) {
        claims.email = given.email;
        claims.email_verified = given.is_active;
    }
    if (has_scope(given.scope, "groups"))
        claims.groups = groups_of(db, given.account_id, rights_of(given.scope).public_only());
    return make_jwt(key, "JWT", api::to_json(type_of<IdClaims>(), &claims));
}

} // namespace cairn::identity
