// Merging a pull request because somebody asks for it: now, or when it becomes possible.
#pragma once

#include "pulls/merge/merging.hpp"

namespace cairn::pulls {

struct MergePullRequestOption {
    MergeStyle do_ = MergeStyle::merge;
    std::string merge_commit_id;
    std::string merge_title_field;
    std::string merge_message_field;
    std::optional<bool> delete_branch_after_merge;
    bool force_merge = false;
    std::string head_commit_id;
    bool merge_when_checks_succeed = false;
};
BOOST_DESCRIBE_STRUCT(MergePullRequestOption, (),
                      (do_, merge_commit_id, merge_title_field, merge_message_field, delete_branch_after_merge,
                       force_merge, head_commit_id, merge_when_checks_succeed))
constexpr auto notes(const MergePullRequestOption*)
{
    return std::array{
        Note{.member = "do", .doc = "how; the repository says which ways it allows", .required = true},
        Note{"merge_commit_id", "for manually-merged: the commit that has brought it into the base branch"},
        Note{"merge_title_field", "the first line of the new commit's message"},
        Note{"merge_message_field", "the rest of it"},
        Note{"delete_branch_after_merge", "the repository says what is usual"},
        Note{"force_merge", "whatever the rule of the branch demands, for those who may"},
        Note{"head_commit_id", "merge only if this is the head"},
        Note{"merge_when_checks_succeed", "not now, but as soon as the rule of the branch allows it"},
    };
}

// Who calls, with the rights of the credential.
Merger merging_caller(const api::Call&, const PullContext&);

enum class MergeOutcome : std::uint8_t { merged, scheduled, queued };

// Where the base branch has a queue, it is put there instead; with merge_when_checks_succeed as soon as that is
// possible. Errors as merge(), put_in_queue() and schedule_merge() have them; Errc::forbidden for a task that wants to
// merge later, which would be done by all rights that the person has.
Result<MergeOutcome> merge_pull(const api::Call&, const PullContext&, const MergePullRequestOption&);

// Calls off what is scheduled, or takes it out of the queue. Errc::not_found where neither is, Errc::forbidden for who
// has not wished it and may not merge, Errc::conflict where the base branch is being moved this moment.
Result<> cancel_merge(const api::Call&, const PullContext&);

} // namespace cairn::pulls
