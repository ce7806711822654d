// How a person gets in, as administrators see and mend it: sessions are ended, a second step that was lost is taken
// away, addresses are confirmed.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::admin {

// What a person has here, counted.
struct PersonFigures {
    std::int64_t repositories = 0;
    std::int64_t organizations = 0;
    std::int64_t keys = 0; // of SSH
    std::int64_t tokens = 0;
    std::int64_t sessions = 0;
    bool second_step = false;
};
BOOST_DESCRIBE_STRUCT(PersonFigures, (), (repositories, organizations, keys, tokens, sessions, second_step))

PersonFigures figures_of(const api::Call&, const accounts::Account&);

// Which of these people have a second step at sign-in.
std::vector<std::int64_t> with_second_step(db::Queries&, const std::vector<std::int64_t>& account_ids);

// Every browser has to sign in again. Tokens and keys stay.
void end_sessions_of(const api::Call&, const accounts::Account&);

// The password alone opens the account until its owner sets up a second step anew. Errc::conflict where there is none.
Result<void> take_second_step_away(const api::Call&, const accounts::Account&);

// Says that mail reaches the person there, or takes that back. Errc::not_found; Errc::unprocessable for the primary
// one, which has to be confirmed.
Result<void> set_verified(const api::Call&, const accounts::Account&, std::int64_t address_id, bool verified);

// The person who has it. Errc::not_found.
Result<accounts::Account> owner_of_address(db::Queries&, std::int64_t address_id);

} // namespace cairn::admin
