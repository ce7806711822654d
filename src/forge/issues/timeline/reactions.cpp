// Reactions to issues and comments.
#include "issues/tables.hpp"
#include "issues/timeline/reaction.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct Reaction {
    std::optional<accounts::User> user;
    std::string content;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Reaction, (), (user, content, created_at))
constexpr auto notes(const Reaction*) { return std::array{Note{"", "What somebody thinks of something, in one sign"}}; }

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
    const auto found = list_reactions(call, at, query.value);
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(found.total));
    call.reply_headers.emplace_back("Access-Control-Expose-Headers", "X-Total-Count");
    return show(call, found.items);
}

Result<Reactions> list_of_comment(Call& call, const CommentContext& at) { return show(call, list_reactions(call, at)); }

// 201 for a new one, 200 for one that was there.
template <class At> Result<Answered<Reaction>> add(Call& call, const At& at, Body<EditReactionOption> body)
{
    const auto given = TRY(react(call, at, body.value));
    return Answered<Reaction>{.value = show(call, {given.reaction})->front(), .status = given.is_new ? 201 : 200};
}

template <class At> Result<> remove(Call& call, const At& at, Body<EditReactionOption> body)
{
    return unreact(call, at, body.value);
}

// clang-format off
constexpr Operation reaction_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/reactions",       scope::issue, reads_issue,             handle<list_of_issue>,          200, "issueGetIssueReactions",     "List the reactions to an issue", {403}, "ReactionList"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/reactions",       scope::issue, reads_issue_signed_in,   handle<add<IssueContext>>,      201, "issuePostIssueReaction",     "React to an issue", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/reactions",       scope::issue, reads_issue_signed_in,   handle<remove<IssueContext>>,   204, "issueDeleteIssueReaction",   "Take a reaction to an issue back", {403}},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}/reactions", scope::issue, reads_comment,           handle<list_of_comment>,        200, "issueGetCommentReactions",   "List the reactions to a comment", {403}, "ReactionList"},
    {POST,   "/repos/{owner}/{repo}/issues/comments/{id}/reactions", scope::issue, reads_comment_signed_in, handle<add<CommentContext>>,    201, "issuePostCommentReaction",   "React to a comment", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/comments/{id}/reactions", scope::issue, reads_comment_signed_in, handle<remove<CommentContext>>, 204, "issueDeleteCommentReaction", "Take a reaction to a comment back", {403}},
};
// clang-format on
static_assert(well_formed(reaction_operations));

} // namespace

const Table reaction_table{"issue", reaction_operations};

} // namespace cairn::issues
