#include "issues/issue_guards.hpp"

#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/moved_issue.hpp"

namespace cairn::issues {

using access::Unit;
using api::Call;

bool reads_issues(const RepositoryContext& place) { return place.access.reads(Unit::issues); }

bool reads_pulls(const RepositoryContext& place) { return place.access.reads(Unit::pulls); }

Result<StoredIssue> find_readable_issue(Call& call, const RepositoryContext& place, std::string_view segment)
{
    const auto number = text::parse_integer(call.segment(segment), 1);
    if (!number) return not_found("the issue");
    auto issue = find_issue(call.db(), place.repository.id, *number);
    if (!issue) return std::unexpected(lead_on(call, place, *number, segment));
    if (!place.access.reads(issue->unit())) return not_found("the issue");
    return std::move(*issue);
}

namespace question {

Result<void> reads_any(const Call&, const RepositoryContext& place)
{
    // As recorded: pull requests alone open nothing where there is nothing yet to propose a change to.
    if (reads_issues(place) || (reads_pulls(place) && !place.repository.empty)) return {};
    return not_found("the repository's issues");
}

Result<void> signed_in(const Call& call, const RepositoryContext& place)
{
    TRY(repositories::question::signed_in(call, place));
    return reads_any(call, place);
}

Result<void> administers(const Call& call, const RepositoryContext& place)
{
    TRY(signed_in(call, place));
    return repositories::question::administers(call, place);
}

Result<void> changeable(const Call& call, const RepositoryContext& place)
{
    TRY(signed_in(call, place));
    if (place.repository.archived()) return fail(Errc::locked, "the repository is archived");
    return {};
}

} // namespace question

} // namespace cairn::issues
