#include "transport/signed_push.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/keys/gpg_key.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/openpgp.hpp"
#include "crypto/ssh_signature.hpp"
#include "db/database.hpp"

namespace cairn::transport {

using crypto::SshSignature;
namespace openpgp = crypto::openpgp;

namespace {

std::string nonce_at(const config::Settings& settings, const GitContext& place, std::int64_t stamp)
{
    const auto text = std::to_string(stamp) + "\n" + std::to_string(place.owner.id) + "\n"
        + text::to_lower(place.repository.name) + (place.wiki ? ".wiki" : "");
    const auto mark = crypto::hmac_sha256("push certificates " + settings.security.secret_key, text);
    return std::to_string(stamp) + "-" + hex_encode({reinterpret_cast<const char*>(mark.data()), 20});
}

enum class NonceState : std::uint8_t { good, old, foreign };

NonceState state_of(const config::Settings& settings, const GitContext& place, std::string_view nonce,
                    std::string_view issued, Time now)
{
    if (!issued.empty()) return nonce == issued ? NonceState::good : NonceState::foreign;
    const auto stamp = text::parse_integer(nonce.substr(0, nonce.find('-')));
    if (!stamp || !crypto::equal_in_constant_time(nonce_at(settings, place, *stamp), nonce)) return NonceState::foreign;
    // Another server's clock may be a little ahead.
    const auto age = now.seconds - *stamp;
    return age <= settings.git.push_cert_slop && age >= -settings.git.push_cert_slop ? NonceState::good
                                                                                     : NonceState::old;
}

struct Signer {
    std::string key{}; // empty: nobody whom we know
    bool good = false; // the signature is that key's
};

Signer signer_of(db::Queries& db, const git::PushCertificate& certificate, std::int64_t account_id, Time now)
{
    if (account_id == 0) return {};
    if (certificate.signature.starts_with(SshSignature::begin)) {
        const auto signature = SshSignature::from_armor(certificate.signature);
        if (!signature) return {};
        auto key = signature->key().fingerprint();
        if (!db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM public_key WHERE fingerprint = $1 AND account_id = $2)"
                             " AS value",
                             key, account_id))
            return {};
        return {.key = std::move(key), .good = signature->verifies(certificate.payload, "git")};
    }
    const auto signature = openpgp::Signature::from_armor(certificate.signature);
    if (!signature) return {};
    const auto key = accounts::find_gpg_signer(db, *signature, certificate.payload, now);
    if (key && key->account_id == account_id) return {.key = key->key_id, .good = true};
    if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM gpg_key WHERE key_id = $1 AND account_id = $2) AS value",
                        signature->issuer, account_id))
        return {.key = signature->issuer};
    return {};
}

// What the audit trail tells of a signed push.
struct SignedPush {
    std::string repository;
    bool verified = false;
    std::string key;
    std::string certificate; // so that others can check it, too
};
BOOST_DESCRIBE_STRUCT(SignedPush, (), (repository, verified, key, certificate))

} // namespace

std::string push_nonce(const config::Settings& settings, const GitContext& place, Time now)
{
    return nonce_at(settings, place, now.seconds);
}

Result<CertificateVerdict> check_certificate(const api::Site& site, const GitContext& place, const Visitor& pusher,
                                             const git::PushRequest& request, std::string_view issued, Time now)
{
    const auto& certificate = request.certificate;
    const auto nonce = state_of(site.settings(), place, certificate.nonce, issued, now);
    if (nonce == NonceState::foreign)
        return fail(Errc::forbidden, "the push certificate was made for another push: its nonce is not from here");
    if (certificate.options != request.options)
        return fail(Errc::forbidden, "the push options are not those of the push certificate");
    const auto signer = signer_of(site.db, certificate, pusher.viewer.id, now);
    if (!signer.key.empty() && !signer.good)
        return fail(Errc::forbidden, "the push certificate was changed after it was signed with " + signer.key);
    if (signer.key.empty())
        return CertificateVerdict{.words = "The push certificate is not verified: no key of your account made it."};
    if (nonce == NonceState::old)
        return CertificateVerdict{.key = signer.key,
                                  .words = "The push certificate is not verified: it is older than this site allows."};
    return CertificateVerdict{
        .verified = true, .key = signer.key, .words = "The push certificate is verified: " + signer.key};
}

void audit_certificate(const api::Site& site, const GitContext& place, const Visitor& pusher,
                       const git::PushRequest& request, const CertificateVerdict& verdict)
{
    constexpr std::size_t longest = 32U << 10;
    if (!pusher.account) return;
    const SignedPush told{.repository = place.owner.name + "/" + place.repository.name + (place.wiki ? ".wiki" : ""),
                          .verified = verdict.verified,
                          .key = verdict.key,
                          .certificate = to_text(std::string_view(request.certificate.text).substr(0, longest))};
    site.get<accounts::AuditTrail>().add({.kind = accounts::AuditKind::push_signed,
                                          .actor_id = pusher.account->id,
                                          .actor = pusher.account->name,
                                          .account_id = pusher.account->id,
                                          .account = pusher.account->name,
                                          .token_id = pusher.viewer.token_id,
                                          .details = accounts::audit_details(told)});
}

} // namespace cairn::transport
