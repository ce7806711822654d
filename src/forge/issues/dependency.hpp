// Issues that wait for others: A depends on B, B blocks A. Nothing waits for itself, in however wide a circle of two.
#pragma once

#include "api/view.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::issues {

struct IssueMeta {
    std::int64_t index = 0;
    std::string owner;
    std::string repo;
};
BOOST_DESCRIBE_STRUCT(IssueMeta, (), (index, owner, repo))
constexpr auto notes(const IssueMeta*)
{
    return std::array{Note{"", "Which issue is meant"}, Note{"index", "its number"},
                      Note{"owner", "whose repository it is in; without it, the same"},
                      Note{"repo", "the repository; without it, the same"}};
}

// Lets the issue wait for another, or no longer; and the other way around. They answer with the issue as it is then.
// Errc::not_found for an issue that the caller may not read, and where the one that waits cannot be written to by the
// caller or its repository has no dependencies; Errc::unprocessable for what waits already, or does not, or would wait
// for itself.
Result<StoredIssue> add_dependency(const api::Call&, const IssueContext&, const IssueMeta& on);
Result<StoredIssue> remove_dependency(const api::Call&, const IssueContext&, const IssueMeta& on);
Result<StoredIssue> add_block(const api::Call&, const IssueContext&, const IssueMeta& blocked);
Result<StoredIssue> remove_block(const api::Call&, const IssueContext&, const IssueMeta& blocked);

// The ids of what the issue waits for, of its own repository first, then the newest first. Among them are those that
// the caller may not read.
Page<std::int64_t> list_dependencies(const api::View&, const IssueContext&, const Paging&);

// The blocks of an issue are told without their number, and a limit of one is none.
struct ListBlocks {
    std::int64_t page = 1;
    std::int64_t limit = 0;
};
BOOST_DESCRIBE_STRUCT(ListBlocks, (), (page, limit))
constexpr auto notes(const ListBlocks*)
{
    return std::array{Note{"page", "which page, counted from 1"}, Note{"limit", "how many items a page has"}};
}

// What waits for the issue, as far as the caller may read it, in the same order.
std::vector<StoredIssue> list_blocks(const api::View&, const IssueContext&, const ListBlocks&);

// Here the reference knows the number as text.
struct DependentPath : repositories::RepositoryPath {
    std::string index;
};
BOOST_DESCRIBE_STRUCT(DependentPath, (repositories::RepositoryPath), (index))
constexpr auto notes(const DependentPath*) { return std::array{Note{"index", "the number of the issue"}}; }

// Of a repository that is kept for reading alone they do not exist.
Result<void> check_sees_blocks(const api::Call&, const RepositoryContext&);
constexpr api::Guard dependent_guard(std::string_view name, Result<void> (*check)(api::Call&), api::Errors errors)
{
    auto guard = issue_guard(name, check, errors);
    guard.path = &type_of<DependentPath>();
    return guard;
}
inline constexpr api::Guard reads_dependent =
    dependent_guard("reads the issue", &check_issue<question::reads_any>, {404});
inline constexpr api::Guard links_issue =
    dependent_guard("reads the issue, signed in, not archived", &check_issue<question::changeable>, {401, 404, 423});
inline constexpr api::Guard blocks_issue =
    dependent_guard("reads the issue, signed in", &check_issue<check_sees_blocks>, {401, 404});

} // namespace cairn::issues
