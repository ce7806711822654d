// What a person has approved for an application, and the codes by which the application hears of it.
#pragma once

#include <optional>

#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::identity {

struct Grant {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::int64_t application_id = 0;
    std::string scope;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(Grant, (), (id, account_id, application_id, scope, created_at, updated_at))

std::optional<Grant> find_grant(db::Queries&, std::int64_t account_id, std::int64_t application_id);
// A new approval takes the place of an earlier one.
Grant approve(db::Transaction&, std::int64_t account_id, std::int64_t application_id, std::string_view scope);
// Ends every token that was given out for it.
void revoke_grant(db::Transaction&, std::int64_t grant_id);
// The same, and the approval stays.
void end_tokens(db::Transaction&, std::int64_t grant_id);

// What a person has approved, with what there is to say of the application.
struct Approval {
    std::int64_t id = 0; // of the grant
    std::int64_t application_id = 0;
    std::string name;
    std::string maker; // an account's name; empty: the site itself, or nobody
    bool locked = false;
    bool dynamic = false;
    std::string scope;
    Time created_at;
    Json metadata;
};
BOOST_DESCRIBE_STRUCT(Approval, (), (id, application_id, name, maker, locked, dynamic, scope, created_at, metadata))
// The latest first.
std::vector<Approval> approvals_of(db::Queries&, std::int64_t account_id);
// How many people have approved the application.
std::int64_t count_approvals(db::Queries&, std::int64_t application_id);

// What an authorization request said that its code is bound to.
struct CodeBinding {
    std::string redirect_uri;
    std::string challenge;        // RFC 7636; empty for none
    std::string challenge_method; // "S256" or "plain"
    std::string nonce;
    std::string acr;
    std::string userinfo_claims; // wanted one by one at the userinfo endpoint, with blanks between
    Time auth_time;
    std::string methods;     // by which the person was authenticated, as RFC 8176 names them
    std::string resources{}; // RFC 8707: that the tokens are for, with blanks between
    std::string sid{};       // of the session, as applications know it
    std::string dpop_jkt{};  // RFC 9449, 10: the key that whoever redeems it must show; empty for any or none
};
std::string make_code(db::Transaction&, const Grant&, const CodeBinding&);

} // namespace cairn::identity
