// Commits as pages show them, in lists and above what they changed last: the API's commit, and what a person wants to
// know beside it.
#pragma once

#include <span>

#include "contents/commit.hpp"

namespace cairn::pages {

struct ShownCommit {
    contents::Commit commit;
    std::string subject{}; // never empty
    std::string body{};    // what the message says below its first line
    Time committed_at{};
    std::string checks{};  // "success", "failure" or "pending"; empty: none
    std::string path{};    // in the history of a file: what it was called then
    std::string avatar{};  // of the author's account
    std::string address{}; // of its page
    bool signed_ = false;  // it bears a signature,
    bool verified = false; // which is that of its committer
    std::string trust{};   // "trusted", "untrusted", "unmatched" or "none"
    std::string signed_by{};
};
BOOST_DESCRIBE_STRUCT(ShownCommit, (),
                      (commit, subject, body, committed_at, checks, path, avatar, address, signed_, verified, trust,
                       signed_by))

// In the order of the ids; one query for each kind of thing.
Result<std::vector<ShownCommit>> show_commit_rows(const api::Call&, const repositories::RepositoryContext&,
                                                  const git::Repository&, std::span<const git::ObjectId>);

// The same for the one above a file or a folder, without a look at its signature.
Result<ShownCommit> show_last_commit(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                                     const git::ObjectId&);

struct CommitDay {
    std::string title;
    std::vector<ShownCommit> commits{};
};
BOOST_DESCRIBE_STRUCT(CommitDay, (), (title, commits))

// In their order, by the days on which they were committed, in UTC.
std::vector<CommitDay> by_day(const api::Call&, std::vector<ShownCommit>);

// The first line of a message, as text that can be shown.
std::string subject_of(std::string_view message);

} // namespace cairn::pages
