// Codes and refresh tokens turned into families of tokens: every check of RFC 6749, 4.1.3 and 6, RFC 7636, 4.6 and
// RFC 9700, 4.14, in the order in which it is made.
#include <algorithm>

#include "base/encoding.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "identity/grants.hpp"

namespace cairn::identity {

namespace {

// Two requests of one client at the same time both get an answer (RFC 9700, 4.14.2 leaves room for it).
constexpr std::int64_t parallel_refresh_seconds = 30;

// How much longer than its last refresh token a family is kept.
constexpr std::int64_t family_slack_seconds = 24 * 3600;

struct StoredCode {
    std::int64_t grant_id = 0;
    std::int64_t application_id = 0;
    std::int64_t account_id = 0;
    std::string redirect_uri;
    std::string challenge;
    std::string challenge_method;
    std::string scope;
    std::string nonce;
    std::string claims;
    Time auth_time;
    std::string methods;
    Time expires_at;
    bool used = false;
    std::int64_t family_id = 0;
};
BOOST_DESCRIBE_STRUCT(StoredCode, (),
                      (grant_id, application_id, account_id, redirect_uri, challenge, challenge_method, scope, nonce,
                       claims, auth_time, methods, expires_at, used, family_id))

std::unexpected<OAuth2Error> no_grant(std::string why) { return refuse(OAuth2Errc::invalid_grant, std::move(why)); }

// An error must not undo what was found out: that a code or a token was used twice. So a transaction ends well either
// way, and this is what it ends with.
struct Outcome {
    OAuth2Result<Redeemed> result;
};

OAuth2Result<accounts::Account> find_person(db::Queries& db, std::int64_t account_id)
{
    auto account = accounts::find_account(db, account_id);
    if (!account || !account->is_active || account->prohibit_login) return no_grant("the account may not sign in");
    return std::move(*account);
}

void end_family(db::Transaction& tx, std::int64_t family_id, const Application& application)
{
    tx.run("DELETE FROM oauth2_family WHERE id = $1", family_id);
    log::warn("an authorization was ended, because something of it was used twice",
              {{"client", application.client_id}, {"family", std::to_string(family_id)}});
}

Time refresh_end(const config::Settings& settings, Time now)
{
    return {now.seconds + settings.oauth2.refresh_token_expiration_time * 3600};
}

OAuth2Result<void> check_verifier(const StoredCode& code, std::string_view verifier)
{
    if (code.challenge.empty()) return {};
    if (verifier.empty()) return no_grant("the code was asked for with a challenge, and the code_verifier is missing");
    if (!verifies(verifier, code.challenge, code.challenge_method))
        return no_grant("the code_verifier does not fit the challenge that the code was asked for with");
    return {};
}

OAuth2Result<Redeemed> redeem(db::Transaction& tx, const config::Settings& settings, const Application& application,
                              const CodeProof& proof)
{
    const auto hash = crypto::sha256_hex(proof.code);
    const auto code = tx.first<StoredCode>("SELECT c.*, g.application_id, g.account_id FROM oauth2_code c"
                                           " JOIN oauth2_grant g ON g.id = c.grant_id WHERE c.hash = $1",
                                           hash);
    const auto now = Time::now();
    if (!code || code->application_id != application.id) return no_grant("the code is not known");
    if (code->used) {
        // RFC 6749, 4.1.2: whoever has it a second time may have stolen it, or been stolen from.
        end_family(tx, code->family_id, application);
        return no_grant("the code was used before; what it gave is revoked");
    }
    if (code->expires_at.seconds <= now.seconds) return no_grant("the code has expired");
    if (code->redirect_uri != proof.redirect_uri)
        return no_grant("the redirect_uri is not the one that the code was asked for with");
    if (auto checked = check_verifier(*code, proof.verifier); !checked) return std::unexpected(checked.error());
    auto person = find_person(tx, code->account_id);
    if (!person) return std::unexpected(person.error());

    const Time expires{refresh_end(settings, now).seconds + family_slack_seconds};
    const auto family_id = tx.scalar<std::int64_t>(
        "INSERT INTO oauth2_family (grant_id, scope, nonce, claims, auth_time, methods, created_at, expires_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        code->grant_id, code->scope, code->nonce, code->claims, code->auth_time, code->methods, now, expires);
    tx.run("UPDATE oauth2_code SET used = TRUE, family_id = $2 WHERE hash = $1", hash, family_id);
    return Redeemed{.family = *find_family(tx, family_id), .account = std::move(*person)};
}

bool rotates(const config::Settings& settings, const Application& application)
{
    return !application.confidential || settings.oauth2.invalidate_refresh_tokens;
}

OAuth2Result<Redeemed> find_continued(db::Queries& db, const Application& application, const Refresh& token)
{
    auto family = find_family(db, token.family_id);
    if (!family || family->application_id != application.id) return no_grant("the refresh token was revoked");
    auto person = find_person(db, family->account_id);
    if (!person) return std::unexpected(person.error());
    return Redeemed{.family = std::move(*family), .account = std::move(*person)};
}

// A token that may be used again. How long the family lives is only written down when a day has been added to it: it
// says when the family can be forgotten, and for most refreshes nothing needs to be on disk.
OAuth2Result<Redeemed> use_again(db::Database& db, const config::Settings& settings, const Application& application,
                                 const Refresh& token)
{
    auto redeemed = find_continued(db, application, token);
    if (!redeemed) return redeemed;
    Family& family = redeemed->family;
    const auto end = refresh_end(settings, Time::now());
    if (end.seconds >= family.expires_at.seconds) {
        const Time kept{end.seconds + family_slack_seconds};
        family.expires_at = kept;
        db.write([&](db::Transaction& tx) {
            tx.run("UPDATE oauth2_family SET expires_at = $2 WHERE id = $1", family.id, kept);
        });
    }
    return redeemed;
}

// RFC 9700, 4.14.2: each token is good for one use, and a second one shows that somebody else has it.
OAuth2Result<Redeemed> use_once(db::Transaction& tx, const config::Settings& settings, const Application& application,
                                const Refresh& token)
{
    auto redeemed = find_continued(tx, application, token);
    if (!redeemed) return redeemed;
    Family& family = redeemed->family;
    const auto now = Time::now();
    if (token.generation != family.generation) {
        const bool in_parallel = token.generation + 1 == family.generation
            && now.seconds - family.rotated_at.seconds <= parallel_refresh_seconds;
        if (!in_parallel) {
            end_family(tx, family.id, application);
            return no_grant("the refresh token was used before; all that came of it is revoked");
        }
        return redeemed;
    }
    ++family.generation;
    family.rotated_at = now;
    family.expires_at = {refresh_end(settings, now).seconds + family_slack_seconds};
    tx.run("UPDATE oauth2_family SET generation = $2, rotated_at = $3, expires_at = $4 WHERE id = $1", family.id,
           family.generation, family.rotated_at, family.expires_at);
    return redeemed;
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

} // namespace

bool verifies(std::string_view verifier, std::string_view challenge, std::string_view method)
{
    // RFC 7636, 4.1: 43 to 128 of the unreserved characters.
    const bool sound = (verifier.size() >= 43 && verifier.size() <= 128 && std::ranges::all_of(verifier, is_unreserved))
        || (method == "S256" && is_padded_base64(verifier));
    if (!sound) return false;
    if (method == "plain") return crypto::equal_in_constant_time(verifier, challenge);
    const auto digest = crypto::sha256(verifier);
    const auto transformed = base64url_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
    return method == "S256" && crypto::equal_in_constant_time(transformed, challenge);
}

OAuth2Result<Redeemed> redeem_code(db::Database& db, const config::Settings& settings, const Application& application,
                                   const CodeProof& proof)
{
    if (proof.code.empty()) return refuse(OAuth2Errc::invalid_request, "the code is missing");
    return db.write([&](db::Transaction& tx) { return Outcome{redeem(tx, settings, application, proof)}; }).result;
}

OAuth2Result<Redeemed> redeem_refresh_token(db::Database& db, const config::Settings& settings,
                                            const Application& application, std::string_view token)
{
    if (token.empty()) return refuse(OAuth2Errc::invalid_request, "the refresh_token is missing");
    const auto refresh = read_refresh_token(settings, token, Time::now());
    if (!refresh) return no_grant("the refresh token is not valid, or has expired");
    if (!rotates(settings, application)) return use_again(db, settings, application, *refresh);
    return db.write([&](db::Transaction& tx) { return Outcome{use_once(tx, settings, application, *refresh)}; }).result;
}

} // namespace cairn::identity
