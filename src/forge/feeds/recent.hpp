// What happened lately, for a page: the newest, and then what is older than that. It costs the same however much has
// happened before.
#pragma once

#include "accounts/shown_accounts.hpp"
#include "feeds/activity.hpp"

namespace cairn::feeds {

// Whose feed; one of them.
struct RecentOf {
    std::int64_t account_id = 0; // what this person did, and what happened in what they watch
    std::int64_t owner_id = 0;   // in the repositories of this account
    std::int64_t team_id = 0;    // in those of this team
};

struct Recent {
    std::vector<StoredActivity> activities{};
    std::int64_t older_than = 0; // what to ask for next: 0 where there is nothing older
};

// `before`: an id of the feed, 0 for the newest. What the caller may not be told is left out.
Recent recent_activities(const api::Call&, const RecentOf&, std::int64_t before, std::int64_t limit);
// What this person did and nobody else; of one who hides it, nothing, and for others nothing of what is private.
Recent recent_deeds_of(const api::Call&, const accounts::Account&, std::int64_t before, std::int64_t limit);

enum class DeedKind : std::uint8_t {
    created,
    renamed,
    transferred,
    pushed,
    pushed_tag,
    deleted_tag,
    deleted_branch,
    synced,
    released,
    opened,
    commented,
    closed,
    reopened,
    merged,
    approved,
    rejected,
    something
};
BOOST_DESCRIBE_ENUM(DeedKind, created, renamed, transferred, pushed, pushed_tag, deleted_tag, deleted_branch, synced,
                    released, opened, commented, closed, reopened, merged, approved, rejected, something)

struct ToldCommit {
    std::string id;
    std::string subject;
};
BOOST_DESCRIBE_STRUCT(ToldCommit, (), (id, subject))

// Something that somebody did, once or several times in a row.
struct ToldDeed {
    DeedKind deed = DeedKind::something;
    accounts::ShownAccount actor;
    std::string owner;
    std::string repository;
    std::string former{};    // what it was called, or whose it was
    std::string reference{}; // a branch or a tag
    std::int64_t number = 0; // of an issue or a pull request
    bool is_pull = false;
    std::string title{};
    std::string text{}; // the beginning of what was said
    std::int64_t comment_id = 0;
    std::vector<ToldCommit> commits{}; // some of them, the newest first
    std::int64_t commit_count = 0;
    std::int64_t times = 1;
    std::int64_t last_id = 0;
    Time at{}; // the last time
};

// In their order; the caller may be told of all of them. What one person did several times within a day (pushes to a
// branch, comments on an issue) is one.
std::vector<ToldDeed> tell_activities(const api::Call&, const std::vector<StoredActivity>&);

} // namespace cairn::feeds
