// Who is asking: the one value that every credential is resolved to, before anything else looks at the request.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "api/scope.hpp"
#include "db/commit_state.hpp"

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

// What a caller is worth to a cache: two with the same key are answered alike while nothing is committed.
struct CallerKey {
    Credential credential = Credential::none;
    std::int64_t id = 0;
    std::int64_t token_id = 0;
    std::int64_t session_id = 0;
    std::int64_t on_behalf_of = 0;
    ScopeSet scopes{};

    bool operator==(const CallerKey&) const = default;

    struct Hash {
        std::size_t operator()(const CallerKey&) const;
    };
};

// Each field is a part of the key, or says why an answer that is kept cannot depend on it beyond the key: the database
// tells it (by id or token_id, in the state that the answer is kept for), or handlers do not get to see it.
struct Caller {
    // The account that the request acts as; null for anonymous. With sudo it is the other account. What there is to
    // know of it is not this module's: accounts::account_of() has it.
    std::shared_ptr<const void> account{}; // key: told by id
    std::int64_t id = 0;                   // key; of that account, 0 for anonymous
    std::string name{};                    // key: told by id; of that account
    bool admin = false;                    // key: told by id; of that account

    Credential credential = Credential::none; // key
    Carrier carrier = Carrier::none;          // key: only what is added to every answer depends on it (api/challenge)
    ScopeSet scopes = ScopeSet::everything(); // key
    std::int64_t token_id = 0;                // key; of an API token
    bool limited = false; // key: told by token_id; to the repositories that the token lists, others do not exist for it
    std::int64_t session_id = 0;   // key; of a session
    std::int64_t on_behalf_of = 0; // key; with sudo: the administrator's id

    // In which the database was when the credential was found, where that is known. Key: it is the state of the answer.
    std::optional<db::CommitState> seen{};

    CallerKey cache_key() const;

    bool anonymous() const { return id == 0; }
    bool public_only() const { return scopes.public_only(); }
};

namespace detail {

// As Caller is today. Whoever adds a field says there what it is worth to a cache, and then adds it here.
struct CallerAsKnown {
    std::shared_ptr<const void> account;
    std::int64_t id;
    std::string name;
    bool admin;
    Credential credential;
    Carrier carrier;
    ScopeSet scopes;
    std::int64_t token_id;
    bool limited;
    std::int64_t session_id, on_behalf_of;
    std::optional<db::CommitState> seen;
};
static_assert(sizeof(Caller) == sizeof(CallerAsKnown), "what is the new field of Caller worth to a cache?");

} // namespace detail

} // namespace cairn::api
