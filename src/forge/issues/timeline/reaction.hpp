// What somebody thinks of an issue or a comment, in one sign.
#pragma once

#include <array>

#include "issues/timeline/comment.hpp"

namespace cairn::issues {

struct StoredReaction {
    std::int64_t id = 0;
    std::int64_t account_id = 0; // 0: of somebody on another server
    std::string name{};          // who is called so there
    std::string content;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredReaction, (), (id, account_id, name, content, created_at))

// Those to an issue, one page and how many there are, and all to a comment; the oldest first.
Page<StoredReaction> list_reactions(const api::View&, const IssueContext&, const Paging&);
std::vector<StoredReaction> list_reactions(const api::View&, const CommentContext&);

// What can be given, in the order in which it is offered.
inline constexpr std::array<std::string_view, 8> reaction_signs{"+1",       "-1",    "laugh",  "hooray",
                                                                "confused", "heart", "rocket", "eyes"};

// How often a sign was given to a text of an issue, and whether the viewer has.
struct ReactionCount {
    std::int64_t comment_id = 0; // 0: to the issue itself
    std::string content;
    std::int64_t count = 0;
    bool mine = false;
};
BOOST_DESCRIBE_STRUCT(ReactionCount, (), (comment_id, content, count, mine))

// All of an issue and of what was said about it, those that came first before others.
std::vector<ReactionCount> count_reactions(const api::View&, const IssueContext&);

struct EditReactionOption {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(EditReactionOption, (), (content))
constexpr auto notes(const EditReactionOption*)
{
    return std::array{Note{"content", "+1, -1, laugh, hooray, confused, heart, rocket or eyes"}};
}

struct GivenReaction {
    StoredReaction reaction;
    bool is_new = false; // else it was there before
};

// Errc::forbidden where the issue is locked for the caller, where its owner, its poster or the comment's author has
// blocked them, and for what is no reaction.
Result<GivenReaction> react(const api::Call&, const IssueContext&, const EditReactionOption&);
Result<GivenReaction> react(const api::Call&, const CommentContext&, const EditReactionOption&);

// Takes the caller's own back, if it is there. Errc::forbidden where the issue is locked or they are blocked.
Result<> unreact(const api::Call&, const IssueContext&, const EditReactionOption&);
Result<> unreact(const api::Call&, const CommentContext&, const EditReactionOption&);

} // namespace cairn::issues
