// The merge queue of a branch: pull requests that get in one after the other, each checked as it will be (why:
// docs/decisions/0065). Here is who is in it, how one gets in and out; queue_job.hpp does the work.
#pragma once

#include "base/page.hpp"
#include "issues/changes.hpp"
#include "issues/timeline/queue_event.hpp"
#include "pulls/merge/merge_plan.hpp"

namespace cairn::pulls {

using issues::QueueExit;

struct StoredQueued {
    std::int64_t id = 0; // the lowest comes first
    std::int64_t issue_id = 0;
    std::int64_t repository_id = 0;
    std::string base_branch;
    std::int64_t account_id = 0; // who has put it there, with whose rights it is merged
    MergeStyle style = MergeStyle::merge;
    std::string title;
    std::string message;
    bool delete_branch = false;
    std::string head_sha;   // another head is not what was put there
    std::string onto_sha;   // the commit before it
    std::string commit_sha; // what the base branch will be at; empty: not made yet
    bool announced = false; // those who check know of the commit
    Time checking_since;
    bool landing = false;
};
BOOST_DESCRIBE_STRUCT(StoredQueued, (),
                      (id, issue_id, repository_id, base_branch, account_id, style, title, message, delete_branch,
                       head_sha, onto_sha, commit_sha, announced, checking_since, landing))

// Why one leaves that nobody stands for any more.
inline constexpr std::string_view merger_is_gone = "whoever has put it there has no account any more";

// Whether pull requests get into its base by a queue: the site has queues, and the rule asks for one.
bool goes_by_queue(const api::Site&, const Known&);
bool goes_by_queue(const api::Site&, const StoredPull&);

// What keeps one from waiting in the queue: as merge() has it, but for checks and for a base that has moved on.
// Errc::conflict for another head than the wish names.
Result<> check_queueable(const api::Site&, const git::Repository&, const Known&, const Merger&, const MergeWish&);

// Puts it at the end; a merge that was scheduled ends with it. Errors as check_queueable() has them, and Errc::conflict
// where it is in the queue already, or that is full.
Result<> put_in_queue(const api::Site&, const Known&, const Merger&, const MergeWish&);

std::optional<StoredQueued> find_queued(db::Queries&, std::int64_t issue_id);

// Its place in the line, from 1; 0: none.
std::int64_t place_in_queue(db::Queries&, const StoredQueued&);

// Takes it out, with words in the timeline. False where it was not there, or its base is being moved this moment.
// `judged`: only if it still is what was looked at, and was not put there anew, renamed or made anew meanwhile.
bool leave_queue(const issues::Change&, const issues::QueueEvent&, const StoredQueued* judged = nullptr);

// Something has changed for the queue of the branch: the job looks after the transaction.
void look_at_queue(db::Transaction&, std::int64_t repository_id, const std::string& base_branch);

// A row of the page that shows the queue.
struct ListedQueued {
    std::int64_t issue_id = 0;
    std::int64_t number = 0;
    std::string title;
    std::string base_branch;
    std::int64_t position = 0; // in its branch's queue, from 1
    std::int64_t account_id = 0;
    std::string commit_sha;
    bool announced = false;
    Time checking_since;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(ListedQueued, (),
                      (issue_id, number, title, base_branch, position, account_id, commit_sha, announced,
                       checking_since, created_at))
Page<ListedQueued> list_queue(db::Queries&, std::int64_t repository_id, const Paging&);
bool has_queue(db::Queries&, std::int64_t repository_id);

// Whom the caller may take out: what he has put there, and what he may merge. It loads the rules once.
class QueueRights {
public:
    QueueRights(const api::Call&, const RepositoryContext&);
    bool may_take_out(const ListedQueued&) const;

private:
    std::int64_t account_id_ = 0; // 0: nobody is signed in
    bool changeable_ = false;
    repositories::RefRules rules_;
};

} // namespace cairn::pulls
