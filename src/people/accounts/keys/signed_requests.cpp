#include "accounts/keys/signed_requests.hpp"

#include "accounts/keys/key_uses.hpp"
#include "base/encoding.hpp"
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
    if (!certificates_.any() || !blob) return {};
    const auto certificate = crypto::SshCertificate::from_blob(*blob);
    // Anybody can write a certificate: only one that holds makes us look at the request.
    auto holder = certificate ? certificates_.holder(*certificate, now, request.peer) : std::nullopt;
    if (!holder || !signed_by(certificate->key(), signature, request)) return {};
    return holder;
}

} // namespace cairn::accounts
