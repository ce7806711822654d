// API tokens: made with the account's password alone, shown once, kept as a hash.
#pragma once

#include "accounts/account.hpp"
#include "api/scope.hpp"
#include "base/page.hpp"
#include "db/commit_state.hpp"

namespace cairn::db {
class Database;
class Queries;
class Transaction;
} // namespace cairn::db
namespace cairn::api {
struct Call;
} // namespace cairn::api

namespace cairn::accounts {

struct AuditEvent;

// A token as the database holds it.
struct StoredToken {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::string name;
    std::string last_eight;
    std::string scopes;
    Time created_at;
    Time last_used_at;
    Time expires_at; // 0: it does not
    bool limited = false;
};
BOOST_DESCRIBE_STRUCT(StoredToken, (),
                      (id, account_id, name, last_eight, scopes, created_at, last_used_at, expires_at, limited))

// True for text that could be a token: anything else need not be looked up.
bool looks_like_token(std::string_view);

// A token and its account in one look, since nearly every request of a tool needs just this.
struct TokenAndAccount : Account {
    std::int64_t token_id = 0;
    std::string token_scopes;
    bool token_limited = false;
    Time token_expires_at;    // 0: it does not
    std::int64_t task_id = 0; // of a token that a task has
};
BOOST_DESCRIBE_STRUCT(TokenAndAccount, (Account), (token_id, token_scopes, token_limited, token_expires_at, task_id))

// Null for one that is not known, or has expired. `seen`: see cache::row().
std::shared_ptr<const TokenAndAccount> find_token(db::Database&, std::string_view value, Time now,
                                                  std::optional<db::CommitState>* seen = nullptr);

// Whether a task came with it (runners/task_token.hpp). What it does was written by others than the account that it
// comes as: so it has no part in what is that person's own to decide. 0 is no token.
bool is_of_task(db::Queries&, std::int64_t token_id);

struct MadeToken {
    StoredToken token;
    std::string value; // told to the person once, and never kept
};

// What a token may have beside its scopes.
struct TokenLimits {
    std::optional<Time> expires_at{};
    std::optional<std::vector<std::int64_t>> repositories{}; // the only ones that it opens
};

// Errc::bad_request when the account has a token of that name.
Result<MadeToken> make_token(db::Transaction&, std::int64_t account_id, const std::string& name, const api::ScopeSet&,
                             const TokenLimits& = {});

// What people have made, the latest first; not those of tasks.
std::vector<StoredToken> tokens_of(db::Queries&, std::int64_t account_id);
Page<StoredToken> list_tokens(db::Queries&, std::int64_t account_id, const Paging&);

// Any one, of people or of tasks.
std::optional<StoredToken> find_token(db::Queries&, std::int64_t id);

// What both ways to make a token do: make_token(), told to the audit trail.
Result<MadeToken> create_token(api::Call&, const Account&, const std::string& name, const api::ScopeSet&,
                               const TokenLimits&);
// And to delete one of the account's, by its id or by its name. Errc::not_found when there is none.
Result<void> delete_token(api::Call&, const Account&, std::int64_t id);
Result<void> delete_token(api::Call&, const Account&, std::string_view name);
// The one that the request came with, which may be a task's.
void delete_current_token(api::Call&, const StoredToken&);

// The event with what there is to tell of the token.
void audit_token(db::Transaction&, AuditEvent, const StoredToken&);

} // namespace cairn::accounts
