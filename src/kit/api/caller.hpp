// Who is asking: the one value that every credential is resolved to, before anything else looks at the request.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "api/scope.hpp"
#include "db/state.hpp"

namespace cairn::accounts {
struct Account;
} // namespace cairn::accounts

namespace cairn::api {

enum class Credential : std::uint8_t {
    none,
    password,     // Basic, with the account's own password
    token,        // an API token, wherever it came
    oauth2_token, // an access token of the built-in provider
    signature,    // a request signed with a registered key
    session,      // the pages' cookie
};

enum class Carrier : std::uint8_t { none, query, header, basic, signature, cookie };

struct Caller {
    // The account that the request acts as; null for anonymous. With sudo it is the other account.
    std::shared_ptr<const accounts::Account> account{};
    std::int64_t id = 0; // of that account; 0 for anonymous
    std::string name{};  // of that account
    bool admin = false;  // of that account

    Credential credential = Credential::none;
    Carrier carrier = Carrier::none;
    ScopeSet scopes = ScopeSet::everything();
    std::int64_t token_id = 0;     // of an API token
    bool limited = false;          // to the repositories that the token lists; others do not exist for it
    std::int64_t session_id = 0;   // of a session
    std::int64_t on_behalf_of = 0; // with sudo: the administrator's id

    // In which the database was when the credential was found, where that is known.
    std::optional<db::State> seen{};

    bool anonymous() const { return id == 0; }
    bool public_only() const { return scopes.public_only(); }
};

} // namespace cairn::api
