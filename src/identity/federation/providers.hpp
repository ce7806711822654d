// Providers of OpenID Connect elsewhere, by which people sign in here: what they say of themselves, and the calls that
// a sign-in takes. Whom they may name is decided in one place, see providers.cpp.
#pragma once

#include <memory>
#include <mutex>

#include "accounts/sign_in/semaphore.hpp"
#include "accounts/sources/source.hpp"
#include "http/client.hpp"
#include "identity/federation/id_token.hpp"

namespace cairn::identity {

using accounts::Source;

// OpenID Connect Discovery, 3: what of it counts here.
struct ProviderDocument {
    std::string issuer;
    std::string authorization_endpoint;
    std::string token_endpoint;
    std::string userinfo_endpoint;
    std::string jwks_uri;
    std::vector<std::string> token_endpoint_auth_methods_supported;
    bool authorization_response_iss_parameter_supported = false; // RFC 9207
};
BOOST_DESCRIBE_STRUCT(ProviderDocument, (),
                      (issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri,
                       token_endpoint_auth_methods_supported, authorization_response_iss_parameter_supported))

struct Provider {
    std::string discovery; // the address of the document
    ProviderDocument document;
    std::vector<ClientKey> keys;
};

// A code that a provider has sent somebody back with.
struct Returned {
    std::string code;
    std::string verifier; // RFC 7636
    std::string redirect_uri;
    ExpectedIdToken expected; // but for the issuer
};

// Safe from any thread; its calls block their own, for seconds, and not too many at once. Errors are for the operator:
// Errc::unavailable for what cannot be had, Errc::unauthorized for what is not right.
class Providers {
public:
    explicit Providers(const config::Settings& settings) : settings_(settings) { }

    // As it was minutes ago, at most. One that has not answered is not asked again for some seconds.
    Result<std::shared_ptr<const Provider>> find(const Source&);
    // As it is now.
    Result<std::shared_ptr<const Provider>> fetch(const Source&);

    // What the provider says of the person: the claims of the id_token, and those of the userinfo endpoint that the
    // former does not have.
    Result<ForeignClaims> redeem(const Source&, const Returned&);

private:
    using Clock = std::chrono::steady_clock;
    struct Known {
        std::int64_t version = 0;
        Result<std::shared_ptr<const Provider>> provider{nullptr};
        Clock::time_point at{};
    };

    Result<std::shared_ptr<const Provider>> ask(const Source&);

    static constexpr unsigned at_once = 4, most_waiting = 8;

    const config::Settings& settings_;
    accounts::Semaphore slots_{at_once, most_waiting};
    std::mutex mutex_;
    std::map<std::int64_t, Known> known_; // by source
};

} // namespace cairn::identity
