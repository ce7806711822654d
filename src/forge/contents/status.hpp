// What builds and checks have said about commits: how it is kept, and what follows from all of it for a commit.
#pragma once

#include <map>

#include "accounts/user.hpp"
#include "base/page.hpp"
#include "git/references/references.hpp"

namespace cairn::db {
class Database;
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::contents {

struct StoredStatus {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string commit_id;
    std::int64_t number = 0; // counted from 1 for each commit
    std::string state;       // pending, success, error, failure, warning, skipped, or anything else
    std::string context;
    std::string description;
    std::string target_url;
    std::int64_t creator_id = 0; // 0: the account is gone
    bool latest = true;          // of its context
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredStatus, (),
                      (id, repository_id, commit_id, number, state, context, description, target_url, creator_id,
                       latest, created_at))

// Keeps a new one; its id, number and time are given here.
StoredStatus add_status(db::Transaction&, StoredStatus);

// The last word of each context about a commit, the newest first.
Page<StoredStatus> latest_statuses(db::Queries&, std::int64_t repository_id, const std::string& commit_id,
                                   const Paging&);
std::vector<StoredStatus> latest_statuses(db::Queries&, std::int64_t repository_id, const std::string& commit_id);

// What all that was said about each commit comes to; commits of which nothing was said are not there.
std::map<std::string, std::string> combined_states(db::Queries&, std::int64_t repository_id,
                                                   const std::vector<std::string>& commit_ids);

// The same for commits of several repositories, by the ids of both.
using CommitOfRepository = std::pair<std::int64_t, std::string>;
std::map<CommitOfRepository, std::string> combined_states(db::Queries&, const std::vector<CommitOfRepository>&);

// What several states come to: failure, success or pending.
std::string_view combined_state(std::span<const StoredStatus>);

// The commit that a client names: a branch or a tag, whole or short, where a tag goes before a branch, or a commit's id
// of at least seven digits.
Result<git::ObjectId> find_named_commit(const git::Repository&, std::string_view ref);

} // namespace cairn::contents
