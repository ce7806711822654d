// A comment as the API shows it, and how it is found.
#pragma once

#include "issues/show.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::issues {

struct Comment {
    std::int64_t id = 0;
    std::string html_url;
    std::string pull_request_url;
    std::string issue_url;
    std::optional<accounts::User> user;
    std::string original_author;
    std::int64_t original_author_id = 0;
    std::string body;
    std::vector<attachments::Attachment> assets;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(Comment, (),
                      (id, html_url, pull_request_url, issue_url, user, original_author, original_author_id, body,
                       assets, created_at, updated_at))
constexpr auto notes(const Comment*)
{
    return std::array{
        Note{"", "Something that was said about an issue or a pull request"},
        Note{"pull_request_url", "the page of the pull request; empty for an issue"},
        Note{"issue_url", "the page of the issue; empty for a pull request"},
        Note{"original_author", "who said it elsewhere, if it was imported"},
    };
}

// With their files and authors, in a few statements. The issues and their homes are those of the comments.
std::vector<Comment> show_comments(const api::View&, std::span<const StoredComment>,
                                   const std::map<std::int64_t, StoredIssue>& issues,
                                   const std::map<std::int64_t, Home>& homes);
// The same where they are all of one repository.
std::vector<Comment> show_comments(const api::View&, const RepositoryContext&, std::span<const StoredComment>);

struct CommentPath : repositories::RepositoryPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(CommentPath, (repositories::RepositoryPath), (id))
constexpr auto notes(const CommentPath*)
{
    return std::array{Note{.member = "id", .doc = "the id of the comment", .format = "int64"}};
}

// What a guard leaves for the handler: the comment, or event, and what it is about.
struct CommentContext : IssueContext {
    StoredComment comment;

    bool is_author(const api::Caller& caller) const
    {
        return !caller.anonymous() && comment.poster_id == std::optional(caller.id);
    }
};

Comment show_comment(const api::View&, const CommentContext&);

// Remarks on lines of a pull request are their author's alone until their review is submitted.
bool is_in_draft(db::Queries&, const StoredComment&);

Result<CommentContext> find_readable_comment(api::Call&, RepositoryContext);

template <question::Question ask> Result<void> check_comment(api::Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(ask(call, place));
    call.load(TRY(find_readable_comment(call, std::move(place))));
    return {};
}

constexpr api::Guard comment_guard(std::string_view name, Result<void> (*check)(api::Call&), api::Errors errors = {404})
{
    return {.name = name,
            .path = &type_of<CommentPath>(),
            .loads = &api::tag<CommentContext>,
            .errors = errors,
            .check = check};
}

inline constexpr api::Guard reads_comment = comment_guard("reads the comment", &check_comment<question::reads_any>);
inline constexpr api::Guard reads_comment_signed_in =
    comment_guard("reads the comment, signed in", &check_comment<question::signed_in>, {401, 404});
inline constexpr api::Guard changes_comment =
    comment_guard("reads the comment, signed in, not archived", &check_comment<question::changeable>, {401, 404, 423});

// Why the caller may not say anything about the issue: it is locked, or its owner or poster has blocked them.
Result<void> check_may_talk(const api::Call&, const IssueContext&);
// The second alone.
Result<void> check_not_blocked(const api::Call&, const IssueContext&);

} // namespace cairn::issues
