// What can be done with reviews, whoever asks for it. Each writes the change, its place in the timeline, and tells who
// has to hear of it. Whether somebody may was decided before.
#pragma once

#include "issues/timeline/references.hpp"
#include "pulls/review/line_comment.hpp"

namespace cairn::events {
struct AccountBlocked;
struct AccountDeleted;
struct PullPushed;
struct PullRetargeted;
} // namespace cairn::events

namespace cairn::pulls {

struct Remark {
    LinePosition place;
    std::string body;
};

// What somebody thinks: a draft, a comment or a verdict.
struct Opinion {
    ReviewState state = ReviewState::pending;
    std::string body;
    std::string commit_id;
    bool stale = false;
    bool official = false;
    std::vector<Remark> remarks{};
    issues::Meant meant{}; // by all that it says
    bool apart = false;    // a draft stays what it is
};

// A new review, or the person's draft, which takes up all that is said until it is no draft any more.
// Errc::unprocessable for a verdict about what is closed.
Result<StoredReview> write_review(const issues::Change&, const Opinion&);

// With what was said in it.
void delete_review(const issues::Change&, const StoredReview&);

// It counts no longer; with `priors` nothing does that the same person has said.
void dismiss_review(const issues::Change&, StoredReview&, const std::string& message, bool priors);
void restore_review(const issues::Change&, StoredReview&);

// What was thought of other lines is stale, and no approval any more where the branch's protection says so.
void outdate_reviews(db::Transaction&, const events::Bus&, const events::PullPushed&);

// Another branch has other rules for whose word counts.
void reweigh_reviews(db::Transaction&, const events::PullRetargeted&);

// Who is blocked has nothing left to say: drafts, and what they are asked.
void part_reviewers(db::Transaction&, const events::AccountBlocked&);

// What somebody has thought stays; what they would have said never comes.
void forget_reviewer(db::Transaction&, const events::AccountDeleted&);

} // namespace cairn::pulls
