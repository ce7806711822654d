// Comments on issues and pull requests: listing, saying, changing and deleting them.
#pragma once

#include "issues/timeline/comment.hpp"

namespace cairn::issues {

struct Period {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(Period, (), (since, before))
constexpr auto notes(const Period*)
{
    return std::array{Note{"since", "not updated before this time"}, Note{"before", "not updated after this time"}};
}

// All comments on an issue, the oldest first.
std::vector<StoredComment> list_comments(const api::View&, const IssueContext&, const Period&);

struct ListComments : Paging {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListComments, (Paging), (since, before))
constexpr auto notes(const ListComments*)
{
    return std::array{Note{"since", "not updated before this time"}, Note{"before", "not updated after this time"}};
}

// One page of those on all issues and pull requests of a repository that the caller may read, and how many there are.
Page<StoredComment> list_comments(const api::View&, const RepositoryContext&, const ListComments&);

struct CreateIssueCommentOption {
    std::string body;
};
BOOST_DESCRIBE_STRUCT(CreateIssueCommentOption, (), (body))
constexpr auto notes(const CreateIssueCommentOption*)
{
    return std::array{Note{.member = "body", .doc = "what you want to say, in Markdown", .required = true}};
}

// Says it in one transaction, with its place in the timelines of what it refers to and everybody told who has to hear
// of it. Errc::forbidden where the issue is locked for the caller, or its owner or poster has blocked them;
// Errc::not_found if it is gone. `files`: those that wait for it, by their uuids.
Result<StoredComment> add_comment(const api::Call&, const IssueContext&, const CreateIssueCommentOption&,
                                  std::span<const std::string> files = {});

struct EditIssueCommentOption {
    std::string body;
};
BOOST_DESCRIBE_STRUCT(EditIssueCommentOption, (), (body))
constexpr auto notes(const EditIssueCommentOption*)
{
    return std::array{Note{.member = "body", .doc = "what it says from now on", .required = true}};
}

struct CommentEdit {
    enum class Outcome : std::uint8_t {
        changed,
        same,    // it said so before
        no_words // it is an event that says nothing
    };
    Outcome outcome = Outcome::changed;
    StoredComment comment;
};

// What a page's form knows beside the words.
struct EditedWith {
    std::optional<std::string> seen{};    // mark_of() the words that the editor began with
    std::span<const std::string> files{}; // that wait for it, by their uuids
};

// Errc::forbidden for who has not said it and may not write to the issue, and for who is blocked; Errc::conflict where
// it says something else by now than what the editor has seen; Errc::not_found if it is gone. What stands in a draft is
// told to nobody.
Result<CommentEdit> edit_comment(const api::Call&, const CommentContext&, const EditIssueCommentOption&,
                                 const EditedWith& = {});

// Errc::forbidden for who has not said it and may not write to the issue, Errc::bad_request for an event that is no
// comment, Errc::not_found if it is gone.
Result<> delete_comment(const api::Call&, const CommentContext&);

inline constexpr api::Guard comments_on_issue =
    issue_guard("reads the issue, signed in, not archived", &check_issue<question::changeable>, {401, 404, 423});

} // namespace cairn::issues
