// Reactions to issues and comments.
#include <algorithm>

#include "accounts/profile/blocks.hpp"
#include "db/database.hpp"
#include "issues/tables.hpp"
#include "issues/timeline/comment.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

constexpr std::array<std::string_view, 8> allowed{"+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"};

struct EditReactionOption {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(EditReactionOption, (), (content))
constexpr auto notes(const EditReactionOption*)
{
    return std::array{Note{"content", "+1, -1, laugh, hooray, confused, heart, rocket or eyes"}};
}

struct Reaction {
    std::optional<accounts::User> user;
    std::string content;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Reaction, (), (user, content, created_at))
constexpr auto notes(const Reaction*) { return std::array{Note{"", "What somebody thinks of something, in one sign"}}; }

struct StoredReaction {
    std::int64_t id = 0;
    std::int64_t account_id = 0; // 0: of somebody on another server
    std::string name{};          // who is called so there
    std::string content;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredReaction, (), (id, account_id, name, content, created_at))

struct ListReactions : Paging { };
BOOST_DESCRIBE_STRUCT(ListReactions, (Paging), ())

// None is null, not an empty list, to today's clients.
using Reactions = std::optional<std::vector<Reaction>>;

Reactions show(const Call& call, const std::vector<StoredReaction>& rows)
{
    if (rows.empty()) return {};
    std::vector<std::int64_t> ids;
    for (const auto& row : rows) ids.push_back(row.account_id);
    const People people(call, std::move(ids));
    Reactions shown(std::in_place);
    for (const auto& row : rows) {
        auto& added = shown->emplace_back(
            Reaction{.user = accounts::show_user(people.at(row.account_id), call.caller, call.settings()),
                     .content = row.content,
                     .created_at = row.created_at});
        // Never as a login: whoever has that name here has nothing to do with it.
        if (row.account_id == 0) added.user->full_name = row.name;
    }
    return shown;
}

Result<Reactions> list_of_issue(Call& call, const IssueContext& at, Query<ListReactions> query)
{
    const auto found = call.db().page<StoredReaction>(query.value,
                                                      "SELECT id, account_id, '' AS name, content, created_at"
                                                      " FROM reaction WHERE issue_id = $1 AND comment_id IS NULL"
                                                      " UNION ALL SELECT id, 0, name, content, created_at"
                                                      " FROM imported_reaction WHERE issue_id = $1"
                                                      " AND comment_id IS NULL ORDER BY 5, 1, 2",
                                                      at.issue.id);
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(found.total));
    call.reply_headers.emplace_back("Access-Control-Expose-Headers", "X-Total-Count");
    return show(call, found.items);
}

Result<Reactions> list_of_comment(Call& call, const CommentContext& at)
{
    return show(call,
                call.db().all<StoredReaction>("SELECT id, account_id, '' AS name, content, created_at FROM reaction"
                                              " WHERE comment_id = $1 UNION ALL"
                                              " SELECT id, 0, name, content, created_at FROM imported_reaction"
                                              " WHERE comment_id = $1 ORDER BY 5, 1, 2",
                                              at.comment.id));
}

// 201 for a new one, 200 for one that was there.
Result<Answered<Reaction>> add(Call& call, const IssueContext& at, std::optional<std::int64_t> comment_id,
                               const std::string& content)
{
    TRY(check_may_talk(call, at));
    if (std::ranges::find(allowed, content) == allowed.end())
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
    return Answered<Reaction>{.value = show(call, {reaction})->front(), .status = is_new ? 201 : 200};
}

Result<> remove(Call& call, const IssueContext& at, std::int64_t comment_id, const std::string& content)
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

Result<Answered<Reaction>> add_to_issue(Call& call, const IssueContext& at, Body<EditReactionOption> body)
{
    return add(call, at, {}, body->content);
}

Result<Answered<Reaction>> add_to_comment(Call& call, const CommentContext& at, Body<EditReactionOption> body)
{
    TRY(check_author_welcomes(call, at));
    return add(call, at, at.comment.id, body->content);
}

Result<> remove_from_issue(Call& call, const IssueContext& at, Body<EditReactionOption> body)
{
    return remove(call, at, 0, body->content);
}

Result<> remove_from_comment(Call& call, const CommentContext& at, Body<EditReactionOption> body)
{
    return remove(call, at, at.comment.id, body->content);
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/reactions",       scope::issue, reads_issue,             handle<list_of_issue>,       200, "issueGetIssueReactions",     "List the reactions to an issue", {403}, "ReactionList"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/reactions",       scope::issue, reads_issue_signed_in,   handle<add_to_issue>,        201, "issuePostIssueReaction",     "React to an issue", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/reactions",       scope::issue, reads_issue_signed_in,   handle<remove_from_issue>,   204, "issueDeleteIssueReaction",   "Take a reaction to an issue back", {403}},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}/reactions", scope::issue, reads_comment,           handle<list_of_comment>,     200, "issueGetCommentReactions",   "List the reactions to a comment", {403}, "ReactionList"},
    {POST,   "/repos/{owner}/{repo}/issues/comments/{id}/reactions", scope::issue, reads_comment_signed_in, handle<add_to_comment>,      201, "issuePostCommentReaction",   "React to a comment", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/comments/{id}/reactions", scope::issue, reads_comment_signed_in, handle<remove_from_comment>, 204, "issueDeleteCommentReaction", "Take a reaction to a comment back", {403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table reaction_table{"issue", operations};

} // namespace cairn::issues
