// Who signed a request: the account in which the key is registered, or which the key's certificate names.
#pragma once

#include <optional>

#include "accounts/account.hpp"
#include "accounts/keys/certificates.hpp"
#include "accounts/keys/request_signature.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

class KeyUses;

class SignedRequests {
public:
    SignedRequests(db::Database& db, const config::Settings& settings, KeyUses& uses)
        : db_(db), uses_(uses), certificates_(db, settings)
    {
    }

    // Nothing for a request that is not signed, or not soundly.
    std::optional<Account> signer(const http::Request&, Time now) const;

private:
    std::optional<Account> by_key(const RequestSignature&, const http::Request&, Time now) const;
    std::optional<Account> by_certificate(const RequestSignature&, const http::Request&, Time now) const;

    db::Database& db_;
    KeyUses& uses_;
    Certificates certificates_;
};

} // namespace cairn::accounts
