#include "issues/timeline/comment.hpp"

#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/moved_issue.hpp"
#include "issues/timeline/imported_author.hpp"

namespace cairn::issues {

using api::Call;
using api::View;

std::vector<Comment> show_comments(const View& view, std::span<const StoredComment> rows,
                                   const std::map<std::int64_t, StoredIssue>& issues,
                                   const std::map<std::int64_t, Home>& homes)
{
    std::vector<std::int64_t> ids;
    std::vector<std::int64_t> account_ids;
    std::vector<std::int64_t> of_nobody;
    for (const auto& row : rows) {
        ids.push_back(row.id);
        if (!row.poster_id) of_nobody.push_back(row.id);
        account_ids.push_back(row.poster_id.value_or(0));
    }
    const People people(view, std::move(account_ids));
    auto assets = attachments::attachments_of_comments(view.db(), view.settings(), ids);
    const auto imported = authors_of_comments(view.db(), of_nobody);
    std::vector<Comment> shown;
    shown.reserve(rows.size());
    for (const auto& row : rows) {
        const auto& issue = issues.at(row.issue_id);
        const auto& home = homes.at(row.repository_id);
        const auto page = page_of(view.settings(), home, issue);
        shown.push_back({.id = row.id,
                         .html_url = page_of(view.settings(), home, issue, row.id),
                         .pull_request_url = issue.is_pull ? page : "",
                         .issue_url = issue.is_pull ? "" : page,
                         .user = people.plainly(row.poster_id.value_or(0)),
                         .original_author = {},
                         .body = row.body,
                         .assets = std::move(assets[row.id]),
                         .created_at = row.created_at,
                         .updated_at = row.updated_at});
        if (const auto author = imported.find(row.id); author != imported.end()) {
            shown.back().original_author = author->second.name;
            shown.back().original_author_id = author->second.account_id;
        }
    }
    return shown;
}

std::vector<Comment> show_comments(const View& view, const RepositoryContext& place,
                                   std::span<const StoredComment> rows)
{
    std::vector<std::int64_t> ids;
    for (const auto& row : rows) ids.push_back(row.issue_id);
    std::map<std::int64_t, StoredIssue> about;
    for (auto& issue : find_issues(view.db(), ids)) about.emplace(issue.id, std::move(issue));
    return show_comments(view, rows, about, {{place.repository.id, home_of(place)}});
}

Comment show_comment(const View& view, const CommentContext& at)
{
    return std::move(
        show_comments(view, {&at.comment, 1}, {{at.issue.id, at.issue}}, {{at.place.repository.id, home_of(at.place)}})
            .front());
}

bool is_in_draft(db::Queries& db, const StoredComment& comment)
{
    return comment.kind == EventKind::code
        && db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM review WHERE id = $1 AND state = 'PENDING') AS value",
                           comment.review_id);
}

Result<CommentContext> find_readable_comment(Call& call, RepositoryContext place)
{
    const auto id = text::parse_integer(call.segment("id"), 1);
    auto comment = id ? find_comment(call.db(), *id) : std::nullopt;
    if (!comment) return not_found("the comment");
    if (comment->repository_id != place.repository.id)
        return std::unexpected(lead_on_to_comment(call, place, comment->issue_id));
    auto issue = find_issue(call.db(), comment->issue_id);
    if (!issue || !place.access.reads(issue->unit())) return not_found("the comment");
    CommentContext at{{std::move(place), std::move(*issue)}, std::move(*comment)};
    if (!at.is_author(call.caller) && !call.caller.admin && is_in_draft(call.db(), at.comment))
        return not_found("the comment");
    return at;
}

Result<void> check_may_talk(const Call& call, const IssueContext& at)
{
    if (at.issue.locked && !at.may_write()) return fail(Errc::forbidden, "the issue is locked");
    return check_not_blocked(call, at);
}

Result<void> check_not_blocked(const Call& call, const IssueContext& at)
{
    if (accounts::is_blocked(call.db(), at.place.owner.id, call.caller.id)
        || (at.issue.poster_id != 0 && accounts::is_blocked(call.db(), at.issue.poster_id, call.caller.id)))
        return fail(Errc::forbidden, "you are blocked");
    return {};
}

} // namespace cairn::issues
