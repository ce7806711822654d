// Who hears of an issue: those who asked to, those who watch the repository, those who take part.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::issues {

// Why somebody hears of an issue, or does not.
enum class Hearing : std::uint8_t {
    asked,   // for it
    refused, // asked not to
    opened,  // it
    watches, // the repository
    talks,   // has said something
    no
};
BOOST_DESCRIBE_ENUM(Hearing, asked, refused, opened, watches, talks, no)
Hearing hearing_of(db::Queries&, std::int64_t account_id, const StoredIssue&);

// What was asked for; else whether they watch the repository or take part.
bool hears_of(db::Queries&, std::int64_t account_id, const StoredIssue&);

void subscribe(db::Transaction&, std::int64_t account_id, std::int64_t issue_id, bool subscribed);

// Those who asked to, in the order in which they did, and how many they are.
Page<accounts::ShownAccount> list_subscribers(const api::View&, const IssueContext&, const Paging&);

// What the caller is subscribed to and may read, what has changed last first; without their texts.
Page<StoredIssue> subscribed_issues(const api::View&, const Paging&);

// Lets somebody hear of it, or no longer. False where it was so already. Errc::forbidden for somebody else than the
// caller, unless the caller is an administrator.
Result<bool> set_subscribed(const api::Call&, const IssueContext&, const accounts::Account& person, bool subscribed);

} // namespace cairn::issues
