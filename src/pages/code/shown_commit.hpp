// Commits as lists of them show them: the API's commit, and what a person wants to know beside it.
#pragma once

#include <span>

#include "contents/commit.hpp"

namespace cairn::pages {

struct ShownCommit {
    contents::Commit commit;
    std::string subject{};
    std::string body{}; // what the message says below its first line
    Time committed_at{};
    std::string checks{};  // "success", "failure" or "pending"; empty: none
    std::string path{};    // in the history of a file: what it was called then
    std::string avatar{};  // of the author's account
    bool signed_ = false;  // it bears a signature,
    bool verified = false; // which is that of its committer
};
BOOST_DESCRIBE_STRUCT(ShownCommit, (), (commit, subject, body, committed_at, checks, path, avatar, signed_, verified))

// In the order of the ids; one query for each kind of thing.
Result<std::vector<ShownCommit>> show_commit_rows(const api::Call&, const repositories::RepositoryContext&,
                                                  const git::Repository&, std::span<const git::ObjectId>);

struct CommitDay {
    std::string title;
    std::vector<ShownCommit> commits{};
};
BOOST_DESCRIBE_STRUCT(CommitDay, (), (title, commits))

// In their order, by the days on which they were committed, in UTC.
std::vector<CommitDay> by_day(const api::Call&, std::vector<ShownCommit>);

// "/owner/name", as it stands in addresses.
std::string place_address(const repositories::RepositoryContext&);

} // namespace cairn::pages
