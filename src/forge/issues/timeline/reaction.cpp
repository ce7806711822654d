#include "issues/timeline/reaction.hpp"

#include <algorithm>

#include "accounts/profile/block.hpp"
#include "db/database.hpp"

namespace cairn::issues {

using api::Call;
using api::View;

namespace {

Result<GivenReaction> add(const Call& call, const IssueContext& at, std::optional<std::int64_t> comment_id,
                          const std::string& content)
{
    TRY(check_may_talk(call, at));
    if (std::ranges::find(reaction_signs, content) == reaction_signs.end())
        return fail(Errc::forbidden, "this is no reaction that is allowed");
    StoredReaction reaction{.account_id = call.caller.id, .content = content, .created_at = Time::now()};
    const bool is_new = call.db().write([&](db::Transaction& tx) {
        if (tx.run("INSERT INTO reaction (issue_id, comment_id, account_id, content, created_at)"
                   " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                   at.issue.id, comment_id, reaction.account_id, content, reaction.created_at)
            > 0)
            return true;
        reaction.created_at = tx.scalar<Time>("SELECT created_at FROM reaction WHERE issue_id = $1"
                                              " AND COALESCE(comment_id, 0) = $2 AND account_id = $3 AND content = $4",
                                              at.issue.id, comment_id.value_or(0), reaction.account_id, content);
        return false;
    });
    return GivenReaction{.reaction = std::move(reaction), .is_new = is_new};
}

Result<> remove(const Call& call, const IssueContext& at, std::int64_t comment_id, const std::string& content)
{
    TRY(check_may_talk(call, at));
    call.db().write([&](db::Transaction& tx) {
        tx.run("DELETE FROM reaction WHERE issue_id = $1 AND COALESCE(comment_id, 0) = $2 AND account_id = $3"
               " AND content = $4",
               at.issue.id, comment_id, call.caller.id, content);
    });
    return {};
}

Result<void> check_author_welcomes(const Call& call, const CommentContext& at)
{
    if (at.comment.poster_id && accounts::is_blocked(call.db(), *at.comment.poster_id, call.caller.id))
        return fail(Errc::forbidden, "you are blocked");
    return {};
}

} // namespace

Page<StoredReaction> list_reactions(const View& view, const IssueContext& at, const Paging& paging)
{
    return view.db().page<StoredReaction>(paging,
                                          "SELECT id, account_id, '' AS name, content, created_at"
                                          " FROM reaction WHERE issue_id = $1 AND comment_id IS NULL"
                                          " UNION ALL SELECT id, 0, name, content, created_at"
                                          " FROM imported_reaction WHERE issue_id = $1"
                                          " AND comment_id IS NULL ORDER BY 5, 1, 2",
                                          at.issue.id);
}

std::vector<ReactionCount> count_reactions(const View& view, const IssueContext& at)
{
    return view.db().all<ReactionCount>(
        "SELECT g.comment_id, g.content, count(*) AS count, max(CASE WHEN g.account_id = $2 THEN 1 ELSE 0 END) = 1 AS "
        "mine"
        " FROM (SELECT COALESCE(comment_id, 0) AS comment_id, content, account_id, created_at FROM reaction"
        " WHERE issue_id = $1 UNION ALL SELECT COALESCE(comment_id, 0), content, 0, created_at FROM imported_reaction"
        " WHERE issue_id = $1) g GROUP BY g.comment_id, g.content ORDER BY g.comment_id, min(g.created_at), g.content",
        at.issue.id, view.caller.anonymous() ? -1 : view.caller.id);
}

std::vector<StoredReaction> list_reactions(const View& view, const CommentContext& at)
{
    return view.db().all<StoredReaction>("SELECT id, account_id, '' AS name, content, created_at FROM reaction"
                                         " WHERE comment_id = $1 UNION ALL"
                                         " SELECT id, 0, name, content, created_at FROM imported_reaction"
                                         " WHERE comment_id = $1 ORDER BY 5, 1, 2",
                                         at.comment.id);
}

Result<GivenReaction> react(const Call& call, const IssueContext& at, const EditReactionOption& option)
{
    return add(call, at, {}, option.content);
}

Result<GivenReaction> react(const Call& call, const CommentContext& at, const EditReactionOption& option)
{
    TRY(check_author_welcomes(call, at));
    return add(call, at, at.comment.id, option.content);
}

Result<> unreact(const Call& call, const IssueContext& at, const EditReactionOption& option)
{
    return remove(call, at, 0, option.content);
}

Result<> unreact(const Call& call, const CommentContext& at, const EditReactionOption& option)
{
    return remove(call, at, at.comment.id, option.content);
}

} // namespace cairn::issues
