// Codes and refresh tokens turned into families of tokens: every check of RFC 6749, 4.1.3 and 6, RFC 7636, 4.6 and
// RFC 9700, 4.14, in the order in which it is made.
#include "identity/redeem.hpp"

#include <algorithm>

#include "base/encoding.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "identity/application.hpp"
#include "identity/audited.hpp"
#include "identity/logout_tokens.hpp"
#include "identity/redirect.hpp"
#include "identity/scopes.hpp"

namespace cairn::identity {

namespace {

// Two requests of one client at the same time both get an answer (RFC 9700, 4.14.2 leaves room for it).
constexpr std::int64_t parallel_refresh_seconds = 30;

// How much longer than its last refresh token a family is kept.
constexpr std::int64_t family_slack_seconds = 24 * 3600;

struct StoredCode {
    std::int64_t grant_id = 0;
    std::int64_t application_id = 0;
    bool is_active = false; // the account
    bool prohibit_login = false;
    bool must_change_password = false;
    std::string redirect_uri;
    std::string challenge;
    std::string challenge_method;
    std::string scope;
    std::string approved_scope; // of the grant, now
    std::string nonce;
    std::string acr;
    std::string userinfo_claims;
    Time auth_time;
    std::string methods;
    Time expires_at;
    bool used = false;
    std::int64_t family_id = 0;
    std::string dpop_jkt;
    std::string resources;
    std::string sid;
};
BOOST_DESCRIBE_STRUCT(StoredCode, (),
                      (grant_id, application_id, is_active, prohibit_login, must_change_password, redirect_uri,
                       challenge, challenge_method, scope, approved_scope, nonce, acr, userinfo_claims, auth_time,
                       methods, expires_at, used, family_id, dpop_jkt, resources, sid))

std::unexpected<OAuth2Error> no_grant(std::string why) { return refuse(OAuth2Errc::invalid_grant, std::move(why)); }

// An error must not undo what was found out: that a code or a token was used twice. So a transaction ends well either
// way, and this is what it ends with.
struct Outcome {
    Redeemed result;
};

// Nothing happens to one that has ended already, however often its code is tried.
void end_family(db::Transaction& tx, const api::Call& call, std::int64_t family_id, std::string_view reason)
{
    const auto ended = find_authorization(tx, family_id);
    if (!ended) return;
    end_authorization(tx, call, *ended, reason);
    log::warn("an authorization was ended, because something of it was used twice",
              {{"client", ended->client_id}, {"family", std::to_string(family_id)}});
}

Time refresh_end(const config::Settings& settings, Time now)
{
    return {now.seconds + settings.oauth2.refresh_token_expiration_time * 3600};
}

bool is_unreserved(char c)
{
    return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// What git-credential-oauth as Debian 12 has it sends: 32 random bytes in the alphabet of base64 that has reserved
// characters. Its proof is as good, since only the hash counts.
bool is_padded_base64(std::string_view verifier)
{
    return verifier.size() == 44 && verifier.ends_with('=') && std::ranges::all_of(verifier.substr(0, 43), [](char c) {
               return text::is_alpha(c) || text::is_digit(c) || c == '+' || c == '/';
           });
}

// RFC 7636, 4.1: 43 to 128 of the unreserved characters.
bool is_verifier(std::string_view text)
{
    return (text.size() >= 43 && text.size() <= 128 && std::ranges::all_of(text, is_unreserved))
        || is_padded_base64(text);
}

OAuth2Result<void> check_verifier(const StoredCode& code, const Client& client, std::string_view verifier)
{
    // The application was confidential when it asked, and a secret would have been the proof.
    if (code.challenge.empty() && !client.confidential)
        return no_grant("the code was asked for without a challenge, which a public client needs");
    // RFC 9700, 2.1.1: whoever has a verifier had sent a challenge, and somebody took it out of the request. Any other
    // text is sent by clients that do without, and proves nothing.
    if (code.challenge.empty() && is_verifier(verifier))
        return no_grant("the code was asked for without a challenge, so that no code_verifier fits it");
    if (code.challenge.empty()) return {};
    if (verifier.empty()) return no_grant("the code was asked for with a challenge, and the code_verifier is missing");
    if (!verifies(verifier, code.challenge, code.challenge_method))
        return no_grant("the code_verifier does not fit the challenge that the code was asked for with");
    return {};
}

Redeemed redeem(db::Transaction& tx, const api::Call& call, const Client& client, const CodeProof& proof)
{
    const auto hash = crypto::sha256_hex(proof.code);
    const auto code = tx.first<StoredCode>(
        "SELECT c.*, g.application_id, g.scope AS approved_scope, a.is_active, a.prohibit_login, a.must_change_password"
        " FROM oauth2_code c JOIN oauth2_grant g ON g.id = c.grant_id"
        " JOIN account a ON a.id = g.account_id WHERE c.hash = $1",
        hash);
    const auto now = Time::now();
    if (!code || code->application_id != client.id) return no_grant("the code is not known");
    if (code->used) {
        // RFC 6749, 4.1.2: whoever has it a second time may have stolen it, or been stolen from.
        end_family(tx, call, code->family_id, "code_used_twice");
        return no_grant("the code was used before; what it gave is revoked");
    }
    if (code->expires_at.seconds <= now.seconds) return no_grant("the code has expired");
    // A person who approves something else ends the codes of before; none that slipped through opens more than that.
    if (!same_scopes(code->scope, code->approved_scope))
        return no_grant("the person has approved other scopes since the code was given");
    if (code->redirect_uri != proof.redirect_uri)
        return no_grant("the redirect_uri is not the one that the code was asked for with");
    const auto application = find_application(tx, client.client_id);
    if (!application || !is_registered(code->redirect_uri, application->redirects(), client.confidential))
        return no_grant("the application no longer has the redirect_uri that the code was asked for with");
    if (auto checked = check_verifier(*code, client, proof.verifier); !checked) return std::unexpected(checked.error());
    if (!code->dpop_jkt.empty() && code->dpop_jkt != proof.jkt) // RFC 9449, 10
        return no_grant("the code is bound to a key that the request does not show");
    if (!code->is_active || code->prohibit_login || code->must_change_password)
        return no_grant("the account may not sign in");

    const Time expires{refresh_end(call.settings(), now).seconds + family_slack_seconds};
    const auto family_id = tx.scalar<std::int64_t>(
        "INSERT INTO oauth2_family (grant_id, scope, nonce, acr, userinfo_claims, auth_time, methods, created_at,"
        " expires_at, dpop_jkt, resources, sid)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id",
        code->grant_id, code->scope, code->nonce, code->acr, code->userinfo_claims, code->auth_time, code->methods, now,
        expires, client.confidential ? std::string() : proof.jkt, code->resources, // RFC 9449, 5
        code->sid);
    tx.run("UPDATE oauth2_code SET used = TRUE, family_id = $2 WHERE hash = $1", hash, family_id);
    auto given = std::make_shared<const Authorization>(*find_authorization(tx, family_id));
    follow_session(tx, call.settings(), *application, *given);
    return given;
}

bool rotates(const config::Settings& settings, const Client& client)
{
    return !client.confidential || settings.oauth2.invalidate_refresh_tokens;
}

OAuth2Result<void> check_continued(const Authorization* found, const Client& client, std::string_view jkt)
{
    if (found == nullptr || found->application_id != client.id) return no_grant("the refresh token was revoked");
    if (!found->may_sign_in()) return no_grant("the account may not sign in");
    if (!found->dpop_jkt.empty() && found->dpop_jkt != jkt) // RFC 9449, 5
        return no_grant("the refresh token is bound to a key that the request does not show");
    return {};
}

// RFC 6749, 6: the tokens may be for less than what was approved. Refresh tokens stay good for all of it.
Redeemed narrow(std::shared_ptr<const Authorization> family, std::string_view scope)
{
    if (scope.empty()) return family;
    auto part = narrow_scope(family->scope, scope);
    if (!part) return refuse(OAuth2Errc::invalid_scope, "the scope is wider than what was approved");
    auto narrowed = std::make_shared<Authorization>(*family);
    narrowed->scope = std::move(*part);
    return narrowed;
}

// A token that may be used again. How long the family lives is only written down when a day has been added to it: it
// says when the family can be forgotten, and for most refreshes nothing needs to be on disk.
Redeemed use_again(const api::Call& call, const Client& client, const RefreshProof& proof)
{
    const auto& family = proof.continued;
    if (auto checked = check_continued(family.get(), client, proof.jkt); !checked)
        return std::unexpected(checked.error());
    auto given = narrow(family, proof.scope);
    if (!given) return given;
    const auto end = refresh_end(call.settings(), Time::now());
    if (end.seconds >= family->expires_at.seconds)
        call.db().write([&](db::Transaction& tx) {
            tx.run("UPDATE oauth2_family SET expires_at = $2 WHERE id = $1", family->id,
                   Time{end.seconds + family_slack_seconds});
        });
    return given;
}

// RFC 9700, 4.14.2: each token is good for one use, and a second one shows that somebody else has it.
Redeemed use_once(db::Transaction& tx, const api::Call& call, const Client& client, const RefreshProof& proof)
{
    const Refresh& token = *proof.token;
    auto family = find_authorization(tx, token.family_id);
    if (auto checked = check_continued(family ? &*family : nullptr, client, proof.jkt); !checked)
        return std::unexpected(checked.error());
    const auto now = Time::now();
    if (token.generation != family->generation) {
        const bool in_parallel = token.generation + 1 == family->generation
            && now.seconds - family->rotated_at.seconds <= parallel_refresh_seconds;
        if (!in_parallel) {
            end_family(tx, call, family->id, "refresh_token_used_twice");
            return no_grant("the refresh token was used before; all that came of it is revoked");
        }
        return narrow(std::make_shared<const Authorization>(std::move(*family)), proof.scope);
    }
    if (auto given = narrow(std::make_shared<const Authorization>(*family), proof.scope); !given) return given;
    ++family->generation;
    family->rotated_at = now;
    family->expires_at = {refresh_end(call.settings(), now).seconds + family_slack_seconds};
    tx.run("UPDATE oauth2_family SET generation = $2, rotated_at = $3, expires_at = $4 WHERE id = $1", family->id,
           family->generation, family->rotated_at, family->expires_at);
    return narrow(std::make_shared<const Authorization>(std::move(*family)), proof.scope);
}

} // namespace

bool verifies(std::string_view verifier, std::string_view challenge, std::string_view method)
{
    if (!is_verifier(verifier)) return false;
    if (method == "plain") return crypto::equal_in_constant_time(verifier, challenge);
    const auto digest = crypto::sha256(verifier);
    const auto transformed = base64url_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
    return method == "S256" && crypto::equal_in_constant_time(transformed, challenge);
}

Redeemed redeem_code(api::Call& call, const Client& client, const CodeProof& proof)
{
    if (proof.code.empty()) return refuse(OAuth2Errc::invalid_request, "the code is missing");
    return call.db().write([&](db::Transaction& tx) { return Outcome{redeem(tx, call, client, proof)}; }).result;
}

RefreshProof look_at_refresh_token(api::Call& call, std::string_view text, std::string_view scope)
{
    RefreshProof proof{.sent = !text.empty(),
                       .token = read_refresh_token(call.settings(), text, Time::now()),
                       .scope = std::string(scope)};
    if (proof.token) proof.continued = find_authorization(call.db(), proof.token->family_id);
    return proof;
}

Redeemed redeem_refresh_token(api::Call& call, const Client& client, const RefreshProof& proof)
{
    if (!proof.sent) return refuse(OAuth2Errc::invalid_request, "the refresh_token is missing");
    if (!proof.token) return no_grant("the refresh token is not valid, or has expired");
    if (!rotates(call.settings(), client)) return use_again(call, client, proof);
    return call.db().write([&](db::Transaction& tx) { return Outcome{use_once(tx, call, client, proof)}; }).result;
}

} // namespace cairn::identity
