// The way out that each letter has: an address that ends such letters for one person and one thing, by one click and
// without signing in (RFC 8058). What it bears is signed by the site, so that nobody can make one up for somebody else.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "notifications/audience.hpp"

namespace cairn::notifications {

// Whose letters, about what.
struct LetterTie {
    std::int64_t account_id = 0;
    std::int64_t repository_id = 0;
    std::int64_t issue_id = 0; // 0: about the releases of the repository

    // As an outbox keeps it (mail::Letter::due_while): "12-7-345".
    std::string text() const;
    // Nothing for what is no such text.
    static std::optional<LetterTie> parse(std::string_view);
};

// The whole address of the page that ends them.
std::string leave_address(const config::Settings&, const LetterTie&);

// Whether the account is there, may still be written to, and may still read what the letter is about. For the outbox.
bool letter_is_due(db::Queries&, std::string_view tie);

// What somebody leaves, found by the {token} of the path alone: whatever credential the request has is not read.
struct Leaving {
    accounts::Account account;
    std::string owner; // of the repository
    Subject subject;   // with the issue, unless it is about releases
};

struct LeavePath {
    std::string token;
};
BOOST_DESCRIBE_STRUCT(LeavePath, (), (token))
constexpr auto notes(const LeavePath*) { return std::array{Note{"token", "what the mail's link has"}}; }

// One and the same 404 for what nobody signed, for accounts that are gone, and for what they may no longer read.
Result<void> check_leaves(api::Call&);
inline constexpr api::Guard leaves{.name = "bears a link of a mail",
                                   .path = &type_of<LeavePath>(),
                                   .loads = &api::tag<Leaving>,
                                   .errors = {404},
                                   .check = &check_leaves,
                                   .own_credentials = true};

// From now on they do not hear of the issue; or do not watch the repository. Twice is once.
void leave(const api::Call&, const Leaving&);
// It was a mistake.
void come_back(const api::Call&, const Leaving&);

} // namespace cairn::notifications
