// What a commit's page tells beside the commit itself: who took part, its checks, its note, where it is.
#pragma once

#include "contents/holders.hpp"
#include "contents/status.hpp"
#include "pages/code/shown_commit.hpp"
#include "pulls/pull_list.hpp"

namespace cairn::pages {

struct CommitPerson {
    std::string name;
    std::string login{}; // empty: nobody here
    std::string avatar{};
};
BOOST_DESCRIBE_STRUCT(CommitPerson, (), (name, login, avatar))

struct CommitCheck {
    std::string context;
    std::string description;
    std::string state; // success, failure, pending, skipped, warning, error
    std::string address{};
};
BOOST_DESCRIBE_STRUCT(CommitCheck, (), (context, description, state, address))

struct CommitPull {
    std::int64_t number = 0;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(CommitPull, (), (number, title))

struct CommitDetails {
    std::optional<CommitPerson> committer{}; // where it is another than the author
    std::vector<CommitPerson> co_authors{};
    std::vector<CommitCheck> checks{};
    std::string note{};
    std::vector<std::string> branches{};
    std::vector<std::string> tags{};
    bool more_branches = false;
    bool more_tags = false;
    bool complete = true; // false: not all branches and tags could be looked at in time
    std::optional<CommitPull> pull{};
};
BOOST_DESCRIBE_STRUCT(CommitDetails, (),
                      (committer, co_authors, checks, note, branches, tags, more_branches, more_tags, complete, pull))

Result<CommitDetails> commit_details(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                                     const git::ObjectId&, const ShownCommit&);

} // namespace cairn::pages
