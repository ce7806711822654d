#include "accounts/signed_requests.hpp"

#include <algorithm>
#include <stdexcept>

#include "accounts/key_uses.hpp"
#include "base/encoding.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/ssh_certificate.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::string_view certificate_header = "X-Ssh-Certificate";

struct KeyAndAccount : Account {
    std::int64_t key_id = 0;
    std::string key_content;
};
BOOST_DESCRIBE_STRUCT(KeyAndAccount, (Account), (key_id, key_content))

bool signed_by(const crypto::SshKey& key, const RequestSignature& signature, const http::Request& request)
{
    const auto text = signed_text(signature, request);
    // The body comes last: it may be large, and only those who hold the key may make us read it.
    return text && key.verify_bare(*text, signature.value) && has_signed_body(signature, request);
}

} // namespace

SignedRequests::SignedRequests(db::Database& db, const config::Settings& settings, KeyUses& uses) : db_(db), uses_(uses)
{
    for (const auto& text : settings.server.ssh_trusted_user_ca_keys) {
        auto read = crypto::read_ssh_key(text);
        if (!read) throw std::runtime_error("[server] SSH_TRUSTED_USER_CA_KEYS: " + read.error().message);
        authorities_.push_back(read->key.blob());
    }
}

std::optional<Account> SignedRequests::signer(const http::Request& request, Time now) const
{
    const auto signature = offered_signature(request);
    if (!signature || !is_timely(*signature, request, now)) return {};
    return request.has_header(certificate_header) ? by_certificate(*signature, request, now)
                                                  : by_key(*signature, request, now);
}

std::optional<Account> SignedRequests::by_key(const RequestSignature& signature, const http::Request& request,
                                              Time now) const
{
    if (!looks_like_fingerprint(signature.key_id)) return {};
    auto found = db_.first<KeyAndAccount>("SELECT a.*, k.id AS key_id, k.content AS key_content FROM public_key k"
                                          " JOIN account a ON a.id = k.account_id WHERE k.fingerprint = $1",
                                          signature.key_id);
    const auto line = found ? crypto::read_ssh_key(found->key_content) : not_found("the key");
    if (!line || !signed_by(line->key, signature, request)) return {};
    uses_.record(found->key_id, now);
    return std::move(*found);
}

std::optional<Account> SignedRequests::by_certificate(const RequestSignature& signature, const http::Request& request,
                                                      Time now) const
{
    const auto blob = base64_decode(request.header(certificate_header), Base64::standard_unpadded);
    if (authorities_.empty() || !blob) return {};
    const auto certificate = crypto::SshCertificate::from_blob(*blob);
    // Cheap questions first; nothing that the certificate says counts before its signature was checked.
    if (!certificate || std::ranges::find(authorities_, certificate->authority().blob()) == authorities_.end()
        || !certificate->is_signed() || !certificate->allows(now, request.peer)
        || !signed_by(certificate->key(), signature, request))
        return {};
    for (const auto& principal : certificate->principals()) {
        if (!is_text(principal)) continue;
        auto account = db_.first<Account>("SELECT a.* FROM ssh_principal p JOIN account a ON a.id = p.account_id"
                                          " WHERE p.name = $1",
                                          principal);
        if (account) return account;
    }
    return {};
}

} // namespace cairn::accounts
