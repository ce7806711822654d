// Finding pull requests of a repository: as a list, and by what they are made of.
#pragma once

#include <map>

#include "api/view.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

struct ListPulls : Paging {
    std::string base_branch;
    std::string state;
    std::string sort;
    std::int64_t milestone = 0;
    std::vector<std::int64_t> labels;
    std::string poster;
};
BOOST_DESCRIBE_STRUCT(ListPulls, (Paging), (base_branch, state, sort, milestone, labels, poster))
constexpr auto notes(const ListPulls*)
{
    return std::array{
        Note{"base_branch", "only those that go to this branch"},
        Note{"state", "open or closed; without it, all"},
        Note{"sort",
             "oldest, recentupdate, leastupdate, recentclose, mostcomment, leastcomment or priority; without it, the"
             " newest first"},
        Note{.member = "milestone", .doc = "the id of a milestone", .format = "int64"},
        Note{"labels", "ids of labels: one of them is enough"},
        Note{"poster", "the name of who opened it"},
    };
}

// One page of them, in the order that was asked for, and how many there are. Errc::bad_request for a poster who is
// nobody.
Result<Page<StoredIssue>> list_pulls(const api::View&, const RepositoryContext&, const ListPulls&);

// A pull request in short, as lists of branches name it.
struct HeadPull {
    std::string head_branch;
    std::int64_t number = 0;
    std::string title;
    bool closed = false;
    bool draft = false;
    Time merged_at; // 0: it was not
};
BOOST_DESCRIBE_STRUCT(HeadPull, (), (head_branch, number, title, closed, draft, merged_at))

// The latest from each of these branches of the repository to another one of it.
std::map<std::string, HeadPull> latest_pulls_from(db::Queries&, std::int64_t repository_id,
                                                  const std::vector<std::string>& branches);

struct MergedPull {
    std::int64_t number = 0;
    std::string title;
    std::string poster; // empty: the account is gone
};
BOOST_DESCRIBE_STRUCT(MergedPull, (), (number, title, poster))

// Those that were merged as one of these commits, by number; 500 at most.
std::vector<MergedPull> pulls_merged_as(db::Queries&, std::int64_t repository_id,
                                        const std::vector<std::string>& commits);

// One as it is now, brought up to date; where git cannot tell, as it was. Errc::not_found if it is gone.
Result<StoredIssue> find_current(const api::Call&, std::int64_t issue_id);

// The latest of two branches, and of those that were merged as a commit, brought up to date. Errc::not_found where
// there is none.
Result<StoredIssue> find_pull_of_branches(const api::Call&, const RepositoryContext&, const std::string& base,
                                          const std::string& head);
Result<StoredIssue> find_pull_of_commit(const api::Call&, const RepositoryContext&, const std::string& sha);

} // namespace cairn::pulls
