// Who signed a request: the account in which the key is registered, or which the key's certificate names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/account.hpp"
#include "accounts/request_signature.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

class KeyUses;

class SignedRequests {
public:
    // Throws where an authority of the settings is no public key: a site that silently trusts fewer than it was told to
    // is one that nobody can sign in to.
    SignedRequests(db::Database&, const config::Settings&, KeyUses&);

    // Nothing for a request that is not signed, or not soundly.
    std::optional<Account> signer(const http::Request&, Time now) const;

private:
    std::optional<Account> by_key(const RequestSignature&, const http::Request&, Time now) const;
    std::optional<Account> by_certificate(const RequestSignature&, const http::Request&, Time now) const;

    db::Database& db_;
    KeyUses& uses_;
    std::vector<std::string> authorities_; // their keys in SSH's own encoding
};

} // namespace cairn::accounts
