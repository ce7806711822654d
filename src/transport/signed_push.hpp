// Pushes that were signed as a whole (`git push --signed`): that somebody asks for it, and what the signature is worth.
#pragma once

#include "git/receive/push_request.hpp"
#include "transport/git_context.hpp"

namespace cairn::transport {

// What the certificate of a push to this place has to bear. It tells when it was made and that we made it, so that
// nobody has to remember it: over HTTP the push comes by another request, perhaps to another server.
std::string push_nonce(const config::Settings&, const GitContext&, Time now);

struct CertificateVerdict {
    bool verified = false;
    std::string key{};   // its fingerprint or id; empty if it is nobody's whom we know
    std::string words{}; // for whoever pushes
};

// Errc::forbidden for a certificate that was made for something else, or that its key did not sign: then nothing is
// pushed. By a key that the account has not registered, and with a nonce from too long ago, a push is like one without
// a signature. `issued`: the nonce that was given on this very connection; empty where there is none such.
Result<CertificateVerdict> check_certificate(const api::Site&, const GitContext&, const Visitor& pusher,
                                             const git::PushRequest&, std::string_view issued, Time now);

// Keeps it in the audit trail, with what was pushed.
void audit_certificate(const api::Site&, const GitContext&, const Visitor& pusher, const git::PushRequest&,
                       const CertificateVerdict&);

} // namespace cairn::transport
