// What is said about a commit, and reading what was said.
#pragma once

#include "contents/status.hpp"
#include "repositories/guards.hpp"

namespace cairn::contents {

struct CreateStatusOption {
    std::string state;
    std::string target_url;
    std::string description;
    std::string context;
};
BOOST_DESCRIBE_STRUCT(CreateStatusOption, (), (state, target_url, description, context))
constexpr auto notes(const CreateStatusOption*)
{
    return std::array{
        Note{"state", "pending, success, error, failure, warning or skipped"},
        Note{"target_url", "where more is told"},
        Note{"context", "what it is about, such as ci/build"},
    };
}

struct ListStatuses : Paging {
    std::string sort;
    std::string state;
};
BOOST_DESCRIBE_STRUCT(ListStatuses, (Paging), (sort, state))
constexpr auto notes(const ListStatuses*)
{
    return std::array{
        Note{"sort", "oldest, recentupdate, leastupdate, leastindex (the highest number first) or highestindex"},
        Note{"state", "only this one: pending, success, error, failure or warning"},
    };
}

// Says something about the commit, in the caller's name; pull requests that waited for it go on. Errc::not_found.
Result<StoredStatus> report_status(const api::Call&, const repositories::RepositoryContext&, const std::string& sha,
                                   const CreateStatusOption&);

// The page of what was said about it. Whether there is such a commit is not asked.
Page<StoredStatus> statuses_of(const api::Call&, const repositories::RepositoryContext&, const std::string& commit,
                               const ListStatuses&);

} // namespace cairn::contents
