// What stands between a pull request and its merge, and the act itself: the last entry of its timeline. Each row says
// one truth in a sentence.
#pragma once

#include "pages/form.hpp"
#include "pages/pull/reviewers.hpp"
#include "pages/pull/shown_checks.hpp"
#include "pages/pull_place/pull_place.hpp"
#include "pulls/merge/merge_pull.hpp"

namespace cairn::pages {

// A row of the box.
struct Verdict {
    std::string tone{}; // "good", "bad" or "wait"; empty: neither
    std::string title{};
    std::string text{};
};
BOOST_DESCRIBE_STRUCT(Verdict, (), (tone, title, text))

// A way to merge.
struct MergeWay {
    std::string style; // as the API calls it
    std::string words{};
    std::string note{};
    std::string address{}; // of the page with this way chosen
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(MergeWay, (), (style, words, note, address, chosen))

// A line to type.
struct CommandLine {
    std::string words;
};
BOOST_DESCRIBE_STRUCT(CommandLine, (), (words))

// A small form of the box that was refused says why here.
struct PullAct {
    std::string style; // of an update
};
BOOST_DESCRIBE_STRUCT(PullAct, (), (style))

struct MergeBox {
    PullState state = PullState::open;
    std::string address{}; // of the pull request

    Verdict reviews{};
    bool may_review = false;
    Verdict checks{};
    std::vector<ShownCheck> listed{};
    bool checks_open = false;
    Verdict conflict{};
    std::vector<std::string> conflicts{}; // the files
    bool can_resolve = false;             // here
    bool can_merge_update = false;        // the branch, by a merge
    bool can_rebase_update = false;
    std::vector<CommandLine> lines{}; // for the command line

    Verdict act{};          // why it cannot be merged, or what is broken by those who may
    bool may_ready = false; // it is a draft, and the reader may say that it is none any more
    Verdict queue{};        // its place in the merge queue; without a title: it is not there
    std::string queue_address{};
    bool may_leave = false;  // the queue
    std::string scheduler{}; // who wants it to be merged when checks pass; empty: nobody
    bool may_cancel = false;
    bool can_merge = false; // now, by the rules
    bool can_schedule = false;
    bool can_force = false;
    bool force_beside = false;         // another button
    std::vector<std::string> broken{}; // the rules, in words
    std::vector<MergeWay> ways{};
    std::string button{}; // what will happen
    std::string anyway{};
    bool has_message = false; // a commit is made
    bool by_hand = false;     // it was merged elsewhere, and the commit is asked for
    std::string head_sha{};   // that was looked at
    Form<pulls::MergePullRequestOption> form{};
    Form<PullAct> small{};
    bool can_delete_later = false; // the branch can be deleted with the merge

    // What is over.
    std::string merge_commit{};
    std::string merge_commit_address{};
    std::string revert{}; // addresses
    std::string pick{};
    bool can_delete = false; // the branch
    bool can_restore = false;
    std::string head_branch{};
    bool head_gone = false;
};
BOOST_DESCRIBE_STRUCT(MergeBox, (),
                      (state, address, reviews, may_review, checks, listed, checks_open, conflict, conflicts,
                       can_resolve, can_merge_update, can_rebase_update, lines, act, may_ready, queue, queue_address,
                       may_leave, scheduler, may_cancel, can_merge, can_schedule, can_force, force_beside, broken, ways,
                       button, anyway, has_message, by_hand, head_sha, form, small, can_delete_later, merge_commit,
                       merge_commit_address, revert, pick, can_delete, can_restore, head_branch, head_gone))

// What was sent and came back, and which way is asked for in the address.
struct MergeWanted {
    std::string way{};
    Form<pulls::MergePullRequestOption> form{};
    Form<PullAct> small{};
};

MergeBox merge_box(const api::Call&, const pulls::PullContext&, const PullPlace&, const ThreadRights&,
                   const ReviewersFact&, MergeWanted);

} // namespace cairn::pages
