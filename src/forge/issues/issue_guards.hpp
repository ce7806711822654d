// Who may call an operation about an issue. First the repository is found, then the question of the guard is asked
// (whoever may not administer is told so before it is told whether the issue is there), then the issue is found, which
// does not exist for those who may not read its unit or where that is switched off.
#pragma once

#include "issues/issue.hpp"
#include "repositories/guards.hpp"

namespace cairn::issues {

using repositories::RepositoryContext;

struct IssuePath : repositories::RepositoryPath {
    std::int64_t index = 0;
};
BOOST_DESCRIBE_STRUCT(IssuePath, (repositories::RepositoryPath), (index))
constexpr auto notes(const IssuePath*)
{
    return std::array{Note{.member = "index", .doc = "the number of the issue", .format = "int64"}};
}

// What a guard leaves for the handler: the issue, where it is, and how far the caller's rights go there.
struct IssueContext {
    RepositoryContext place;
    StoredIssue issue;

    // Labels, milestones, assignees, deadlines, others' comments.
    bool may_write() const { return place.access.writes(issue.unit()); }
    bool is_poster(const api::Caller& caller) const { return !caller.anonymous() && caller.id == issue.poster_id; }
};

// The issue that {index} names. Errc::not_found also where the caller may not read its unit.
Result<StoredIssue> find_readable_issue(api::Call&, const RepositoryContext&, std::string_view segment = "index");

// Somebody may read issues or pull requests here; pull requests need commits.
bool reads_issues(const RepositoryContext&);
bool reads_pulls(const RepositoryContext&);

namespace question {

using repositories::Question;

// It does not exist for those who read neither issues nor pull requests.
Result<void> reads_any(const api::Call&, const RepositoryContext&);
Result<void> signed_in(const api::Call&, const RepositoryContext&);
Result<void> administers(const api::Call&, const RepositoryContext&);
// 423 where the repository is kept for reading alone.
Result<void> changeable(const api::Call&, const RepositoryContext&);

} // namespace question

template <question::Question ask> Result<void> check_issue(api::Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(ask(call, place));
    auto issue = TRY(find_readable_issue(call, place));
    call.load(IssueContext{.place = std::move(place), .issue = std::move(issue)});
    return {};
}

// The same for who may write to the issue's unit.
template <question::Question ask> Result<void> check_writes_issue(api::Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(ask(call, place));
    auto issue = TRY(find_readable_issue(call, place));
    if (!place.access.writes(issue.unit())) return fail(Errc::forbidden, "you may not write to this issue");
    call.load(IssueContext{.place = std::move(place), .issue = std::move(issue)});
    return {};
}

constexpr api::Guard issue_guard(std::string_view name, Result<void> (*check)(api::Call&), api::Errors errors = {404})
{
    return {.name = name,
            .path = &type_of<IssuePath>(),
            .loads = &api::tag<IssueContext>,
            .errors = errors,
            .check = check};
}

inline constexpr api::Guard reads_issue = issue_guard("reads the issue", &check_issue<question::reads_any>);
inline constexpr api::Guard reads_issue_signed_in =
    issue_guard("reads the issue, signed in", &check_issue<question::signed_in>, {401, 404});
inline constexpr api::Guard administers_issue =
    issue_guard("administers the issue's repository", &check_issue<question::administers>, {401, 403, 404});
inline constexpr api::Guard writes_issue =
    issue_guard("writes to the issue", &check_writes_issue<question::signed_in>, {401, 403, 404});

// Reading the repository's issues or pull requests as such.
inline constexpr api::Guard reads_tracker =
    repositories::repository_guard<question::reads_any>("reads issues or pull requests");

} // namespace cairn::issues
