// API tokens: made with the account's password alone, shown once, kept as a hash.
#pragma once

#include "accounts/account.hpp"
#include "api/operation.hpp"
#include "api/scope.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::accounts {

// A token as the database holds it.
struct StoredToken {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::string name;
    std::string last_eight;
    std::string scopes;
    Time created_at;
    Time last_used_at;
};
BOOST_DESCRIBE_STRUCT(StoredToken, (), (id, account_id, name, last_eight, scopes, created_at, last_used_at))

// True for text that could be a token: anything else need not be looked up.
bool looks_like_token(std::string_view);

struct MadeToken {
    StoredToken token;
    std::string value; // told to the person once, and never kept
};

// Errc::bad_request when the account has a token of that name.
Result<MadeToken> make_token(db::Transaction&, std::int64_t account_id, const std::string& name, const api::ScopeSet&);

extern const api::Table token_table;
extern const api::Table current_token_table;

} // namespace cairn::accounts
