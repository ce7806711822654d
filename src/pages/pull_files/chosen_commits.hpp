// Which commits of a pull request a reader looks at: all of them, those since their last review, one, or some.
#pragma once

#include "git/store/repositories.hpp"
#include "pulls/review/line_comment.hpp"

namespace cairn::pages {

struct OfferedCommit {
    std::string sha;
    std::string subject{};
    std::string address{};
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(OfferedCommit, (), (sha, subject, address, current))

struct ChosenCommits {
    pulls::CommitPair sides{};
    bool all = true;
    bool since_review = false;
    std::string words{};                  // what is chosen
    std::string all_address{};            // the page with the whole of it
    std::string since_address{};          // empty: nothing has come since, or there is no review
    std::vector<OfferedCommit> commits{}; // the newest first
    bool more = false;                    // than are offered
    std::string more_address{};
    std::string first{}; // of a range, as they are offered
    std::string last{};
};
BOOST_DESCRIBE_STRUCT(ChosenCommits, (),
                      (all, since_review, words, all_address, since_address, commits, more, more_address, first, last))

// `range`: "a..b" is from a, without it, to b; "a" is that commit alone; empty is all. Errc::not_found for commits that
// are not there.
Result<ChosenCommits> choose_commits(const api::Call&, const pulls::PullContext&, const git::Repository&,
                                     std::string_view range);

} // namespace cairn::pages
