// Reviews of pull requests as somebody asks for them: writing, submitting and deleting them, and which of them count.
#pragma once

#include "pulls/review/review.hpp"

namespace cairn::pulls {

struct CreatePullReviewComment {
    std::string path;
    std::string body;
    std::int64_t old_position = 0;
    std::int64_t new_position = 0;
};
BOOST_DESCRIBE_STRUCT(CreatePullReviewComment, (), (path, body, old_position, new_position))
constexpr auto notes(const CreatePullReviewComment*)
{
    return std::array{
        Note{"", "A remark on a line"},
        Note{.member = "path", .doc = "the file", .max_length = 4096},
        Note{"old_position", "the line in the file as it was; 0 if it is not on that"},
        Note{"new_position", "the line in the file as it shall be"},
    };
}

struct CreatePullReviewOptions {
    std::string event;
    std::string body;
    std::string commit_id;
    std::vector<CreatePullReviewComment> comments;
};
BOOST_DESCRIBE_STRUCT(CreatePullReviewOptions, (), (event, body, commit_id, comments))
constexpr auto notes(const CreatePullReviewOptions*)
{
    return std::array{
        Note{"event", "APPROVED, REQUEST_CHANGES or COMMENT; anything else makes a draft"},
        Note{"body", "what you think, in Markdown; an approval and remarks on lines may go without"},
        Note{"commit_id", "what you have looked at; by default the head"},
        Note{"comments", "remarks on lines"},
    };
}

// A new review, or what is added to the caller's draft. Errc::unprocessable for a verdict on one's own pull request or
// on one that is closed, for a review that says nothing, for a commit that there is not and for remarks on no line;
// Errc::forbidden for a verdict that a task gives, and where the caller may not talk; Errc::not_found if the pull
// request is gone.
Result<StoredReview> create_review(const api::Call&, const PullContext&, const CreatePullReviewOptions&);

struct SubmitPullReviewOptions {
    std::string event;
    std::string body;
};
BOOST_DESCRIBE_STRUCT(SubmitPullReviewOptions, (), (event, body))
constexpr auto notes(const SubmitPullReviewOptions*)
{
    return std::array{Note{"event", "APPROVED, REQUEST_CHANGES or COMMENT"},
                      Note{"body", "what you think, in Markdown"}};
}

// What was the caller's draft. Errc::not_found for somebody else's, Errc::unprocessable for what is no draft any more
// or would stay one; and as above.
Result<StoredReview> submit_review(const api::Call&, const ReviewContext&, const SubmitPullReviewOptions&);

struct SaidOpinion {
    std::string event;
    std::string body;
    std::string commit_id; // what was looked at; empty: the head
};
BOOST_DESCRIBE_STRUCT(SaidOpinion, (), (event, body, commit_id))

// What the caller thinks, with their draft if there is one: one of the two above. Errc::unprocessable for what would be
// a draft, too.
Result<StoredReview> say_opinion(const api::Call&, const PullContext&, const SaidOpinion&);

// One page of them, the oldest first. Today's clients count the drafts of others, too, and do not get them.
Page<StoredReview> list_reviews(const api::Call&, const PullContext&, const Paging&);

// Errc::forbidden for somebody else's, unless the caller is an administrator; Errc::not_found if it is gone.
Result<> delete_review(const api::Call&, const ReviewContext&);

struct DismissPullReviewOptions {
    std::string message;
    bool priors = false;
};
BOOST_DESCRIBE_STRUCT(DismissPullReviewOptions, (), (message, priors))
constexpr auto notes(const DismissPullReviewOptions*)
{
    return std::array{Note{"message", "why"}, Note{"priors", "all that the same person has said before, too"}};
}

// It counts no longer, or again. Errc::forbidden for who does not administer the repository, for what is no verdict,
// and where the pull request is closed; Errc::not_found if it is gone.
Result<StoredReview> dismiss_review(const api::Call&, const ReviewContext&, const DismissPullReviewOptions&);
Result<StoredReview> undismiss_review(const api::Call&, const ReviewContext&);

} // namespace cairn::pulls
