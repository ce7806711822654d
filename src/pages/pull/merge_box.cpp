#include "pages/pull/merge_box.hpp"

#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/store/repositories.hpp"
#include "pages/kit.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/pull/merge_ways.hpp"
#include "pulls/follow/maintainers.hpp"
#include "pulls/merge/approvals.hpp"
#include "pulls/merge/schedule.hpp"
#include "pulls/merge/updating.hpp"
#include "pulls/queue/merge_queue.hpp"

namespace cairn::pages {

using api::Call;
using git::ObjectId;
using pulls::Broken;
using pulls::Demand;
using pulls::Known;
using pulls::Merger;
using pulls::MergeStyle;
using pulls::PullContext;
using repositories::UpdateStyle;
using words::Language;
using words::Phrase;

namespace {

ObjectId read_id(std::string_view hex) { return ObjectId::parse(hex).value_or(ObjectId{}); }

std::string joined(const std::vector<std::string>& list)
{
    std::string all;
    for (const auto& one : list) all += (all.empty() ? "" : ", ") + one;
    return all;
}

// What those have said, one sentence each.
std::string said(const Language& in, const std::vector<ShownReviewer>& people)
{
    constexpr std::size_t most = 12;
    std::vector<std::string> sentences;
    for (const auto& one : people) {
        if (sentences.size() == most) break;
        const words::Values values{{"who", one.speaker.login}, {"commit", one.commit.substr(0, 7)}};
        if (one.says == Saying::asked && one.own) sentences.push_back(in.say(Phrase("Yours is asked for.")));
        else if (one.says == Saying::asked) sentences.push_back(in.say(Phrase("{who} is asked."), values));
        else if (one.says == Saying::commented) sentences.push_back(in.say(Phrase("{who} commented."), values));
        else if (one.says == Saying::changes) sentences.push_back(in.say(Phrase("{who} asked for changes."), values));
        else if (one.stale)
            sentences.push_back(in.say(Phrase("{who} approved {commit}, before the last push."), values));
        else sentences.push_back(in.say(Phrase("{who} approved {commit}."), values));
    }
    std::string text;
    for (const auto& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
    return text;
}

class BoxMaker {
public:
    BoxMaker(const Call& call, const PullContext& at, const PullPlace& place, const ThreadRights& rights)
        : call_(call), at_(at), place_(place), rights_(rights), in_(language_of(call)),
          known_{.repository = at.place.repository, .issue = at.issue, .pull = at.pull},
          merger_(call.caller.anonymous() ? Merger{} : pulls::merging_caller(call, at)),
          rule_(pulls::rule_for(call.db(), at.pull)), by_queue_(pulls::goes_by_queue(call.site, at.pull))
    {
        if (auto opened = call.site.get<git::Repositories>().open(at.place.repository.storage))
            repository_.emplace(std::move(*opened));
    }

    MergeBox make(const ReviewersFact& reviewers, MergeWanted wanted)
    {
        box_.state = place_.state;
        box_.address = place_.address;
        box_.head_branch = place_.head_branch;
        box_.head_gone = place_.head_gone;
        box_.head_sha = at_.pull.head_sha;
        box_.form = std::move(wanted.form);
        box_.small = std::move(wanted.small);
        if (at_.issue.closed) {
            add_past();
            return std::move(box_);
        }
        if (repository_ && !call_.caller.anonymous())
            broken_ = pulls::broken_demands(call_.site, **repository_, known_, merger_);
        // The queue brings it up to date, and checks it.
        if (by_queue_)
            std::erase_if(broken_, [](const Broken& one) {
                return one.demand == Demand::checks || one.demand == Demand::up_to_date;
            });
        add_reviews(reviewers);
        add_checks();
        add_conflicts();
        add_act(wanted.way);
        return std::move(box_);
    }

private:
    bool is_broken(Demand demand) const
    {
        return std::ranges::any_of(broken_, [&](const Broken& one) { return one.demand == demand; });
    }

    void add_reviews(const ReviewersFact& reviewers)
    {
        const auto& people = reviewers.people;
        const auto tally = pulls::review_tally(call_.db(), at_.issue.id);
        const auto wanted = rule_ ? rule_->required_approvals : 0;
        const auto approvals = tally.approvals - (rule_ && rule_->ignore_stale_approvals ? tally.stale_approvals : 0);
        const auto count = [&](Saying what) {
            return std::ranges::count_if(people, [&](const auto& one) { return one.says == what; });
        };
        auto& row = box_.reviews;
        if (count(Saying::changes) > 0) row = {.tone = "bad", .title = in_.say(Phrase("Changes are asked for"))};
        else if (wanted > 0)
            row = {.tone = approvals >= wanted ? "good" : "wait",
                   .title = in_.say(Phrase("{count} approval of {wanted}", "{count} approvals of {wanted}"), approvals,
                                    {{"wanted", in_.number(wanted)}})};
        else if (const auto all = count(Saying::approved); all > 0)
            row = {.tone = "good", .title = in_.say(Phrase("{count} approval", "{count} approvals"), all)};
        else if (count(Saying::asked) > 0) row = {.tone = "wait", .title = in_.say(Phrase("A review is asked for"))};
        else row = {.title = in_.say(Phrase("No review yet"))};
        row.text = said(in_, people);
        if (row.text.empty())
            row.text =
                in_.say(wanted > 0 ? Phrase("Nobody has approved yet.") : Phrase("None is needed to merge this."));
        if (is_broken(Demand::code_owners)) {
            if (row.tone != "bad") row.tone = "wait";
            row.text += " " + in_.say(Phrase("An owner of the changed files has to approve."));
        }
        box_.may_review = rights_.may_talk && !call_.caller.anonymous();
    }

    void add_checks()
    {
        auto checks = shown_checks(call_, at_);
        box_.listed = std::move(checks.all);
        auto& row = box_.checks;
        if (box_.listed.empty()) {
            row = {.title = in_.say(Phrase("No checks")), .text = in_.say(Phrase("Nothing checks this branch."))};
            return;
        }
        const auto total = static_cast<std::int64_t>(box_.listed.size());
        row.title = in_.say(Phrase("{passed} of {count} check passed", "{passed} of {count} checks passed"), total,
                            {{"passed", in_.number(checks.passed)}});
        if (checks.failed > 0) row.title += ", " + in_.say(Phrase("{count} failed", "{count} failed"), checks.failed);
        if (checks.running > 0)
            row.title += ", " + in_.say(Phrase("{count} running", "{count} running"), checks.running);
        row.tone = checks.failed > 0 ? "bad" : checks.running > 0 ? "wait" : "good";
        if (!checks.awaited.empty())
            row.text =
                in_.say(Phrase("{checks} must pass before this can be merged."), {{"checks", joined(checks.awaited)}});
        else if (is_broken(Demand::checks))
            row.text = in_.say(Phrase("All of them must pass before this can be merged."));
        box_.checks_open = row.tone != "good";
    }

    void add_conflicts()
    {
        const auto& pull = at_.pull;
        auto& row = box_.conflict;
        const words::Values base{{"base", pull.base_branch}};
        box_.can_merge_update = false;
        if (pull.base_tip.empty()) {
            row = {.tone = "bad",
                   .title = in_.say(Phrase("The branch {base} is gone"), base),
                   .text = in_.say(Phrase("Choose another branch that this shall go to."))};
            return;
        }
        const auto base_id = read_id(pull.base_tip);
        const auto head_id = read_id(pull.head_sha);
        add_command_lines();
        if (pull.conflict) {
            row = {.tone = "bad",
                   .title = in_.say(Phrase("Conflicts with {base}"), base),
                   .text = in_.say(Phrase("Both sides have changed these files differently. Somebody has to decide."))};
            if (repository_)
                if (auto files = git::find_conflicts(**repository_, base_id, head_id))
                    box_.conflicts = std::move(*files);
            constexpr std::size_t most = 100;
            if (box_.conflicts.size() > most) box_.conflicts.resize(most);
            box_.can_resolve = call_.site.get<Kit>().has_page("/{owner}/{repo}/pulls/{index}/conflicts")
                && pulls::can_update(call_, at_, UpdateStyle::merge);
            return;
        }
        if (!pull.is_current()) {
            row = {.tone = "wait",
                   .title = in_.say(Phrase("It is not known yet whether this can be merged")),
                   .text = in_.say(Phrase("Load the page again in a moment."))};
            return;
        }
        row = {.tone = "good", .title = in_.say(Phrase("No conflicts with {base}"), base)};
        const auto distance = repository_ ? git::distance(**repository_, head_id, base_id) : fail(Errc::not_found, "");
        const auto behind = distance ? static_cast<std::int64_t>(distance->behind) : 0;
        if (behind == 0) {
            row.text = in_.say(Phrase("It has all that {base} has."), base);
            return;
        }
        row.text = in_.say(Phrase("{base} is {count} commit ahead; a merge brings both together.",
                                  "{base} is {count} commits ahead; a merge brings both together."),
                           behind, base);
        if (is_broken(Demand::up_to_date)) {
            row.tone = "wait";
            row.text = in_.say(Phrase("{base} is {count} commit ahead. The branch has to be updated first.",
                                      "{base} is {count} commits ahead. The branch has to be updated first."),
                               behind, base);
        }
        box_.can_merge_update = pulls::can_update(call_, at_, UpdateStyle::merge);
        box_.can_rebase_update = pulls::can_update(call_, at_, UpdateStyle::rebase);
    }

    void add_command_lines()
    {
        const auto base = in_shell(at_.pull.base_branch);
        const auto head = in_shell(at_.pull.head_branch);
        box_.lines = {
            {place_.check_out}, {"git checkout " + base}, {"git merge --no-ff " + head}, {"git push origin " + base}};
    }

    // In words of ours, for those who may merge nonetheless.
    std::string words_for(const Broken& one) const
    {
        switch (one.demand) {
        case Demand::checks: return in_.say(Phrase("Not all checks that must pass have passed."));
        case Demand::approvals: return in_.say(Phrase("Approvals are missing, or a review stands against it."));
        case Demand::code_owners: return in_.say(Phrase("An owner of the changed files has to approve."));
        case Demand::up_to_date:
            return in_.say(Phrase("The branch is behind {base}."), {{"base", at_.pull.base_branch}});
        case Demand::files: return in_.say(Phrase("It changes files that must not be changed."));
        }
        return {};
    }

    void add_ways(const std::string& asked)
    {
        const auto& repository = at_.place.repository;
        const auto& sent = box_.form.value("do");
        const auto& wanted = box_.form.sent() && !sent.empty() ? sent : asked;
        std::optional<MergeStyle> chosen;
        for (const auto& row : merge_ways()) {
            if (!pulls::allows(repository, row.style)) continue;
            const auto name = std::string(word_of(row.style));
            if (!chosen || name == wanted || (wanted.empty() && row.style == repository.default_merge_style))
                chosen = row.style;
            box_.ways.push_back({.style = name,
                                 .words = in_.say(row.words),
                                 .note = row.note.many.empty()
                                     ? in_.say(row.note, {{"base", at_.pull.base_branch}})
                                     : in_.say(row.note, at_.pull.commit_count, {{"base", at_.pull.base_branch}}),
                                 .address = box_.address + "?way=" + name + "#merge"});
        }
        if (!chosen) return;
        const auto& row = merge_way(*chosen);
        for (auto& way : box_.ways) way.chosen = way.style == word_of(*chosen);
        box_.has_message = row.has_message;
        box_.by_hand = *chosen == MergeStyle::manually_merged;
        if (by_queue_ && !box_.by_hand)
            box_.button = in_.say(box_.can_merge ? Phrase("Add to the merge queue")
                                                 : Phrase("Add to the merge queue when possible"));
        else box_.button = in_.say(box_.can_merge || box_.by_hand ? row.button : row.later);
        box_.anyway = in_.say(row.anyway);
        pulls::MergePullRequestOption option{.do_ = *chosen,
                                             .delete_branch_after_merge = repository.default_delete_branch_after_merge,
                                             .head_commit_id = at_.pull.head_sha};
        if (row.has_message && repository_) {
            auto message = pulls::usual_message(call_.site, **repository_, known_, *chosen);
            option.merge_title_field = std::move(message.title);
            option.merge_message_field = std::move(message.text);
        }
        box_.form.begin_with(option);
    }

    void add_queue(const pulls::StoredQueued& queued, bool may_merge)
    {
        const accounts::ShownAccounts people(call_.db(), {queued.account_id});
        box_.queue = {.tone = "wait",
                      .title = in_.say(Phrase("Number {place} in the merge queue"),
                                       {{"place", in_.number(pulls::place_in_queue(call_.db(), queued))}}),
                      .text = in_.say(Phrase("{who} has put it there."), {{"who", people.at(queued.account_id).name}})};
        box_.queue_address = repository_address(at_.place) + "/pulls/queue";
        box_.may_leave =
            rights_.signed_in && !rights_.archived && (may_merge || queued.account_id == merger_.account.id);
    }

    void add_act(const std::string& way)
    {
        auto& db = call_.db();
        if (const auto scheduler = pulls::find_scheduler(db, at_.issue.id)) {
            const accounts::ShownAccounts people(db, {*scheduler});
            box_.scheduler = people.at(*scheduler).name;
        }
        const bool may_merge = rights_.signed_in && !rights_.archived && pulls::may_merge(db, known_, merger_);
        if (const auto queued = pulls::find_queued(db, at_.issue.id)) return add_queue(*queued, may_merge);
        if (!box_.scheduler.empty())
            box_.may_cancel =
                may_merge || (rights_.signed_in && !rights_.archived && box_.scheduler == merger_.account.name);
        if (at_.issue.draft) {
            box_.may_ready = rights_.may_edit;
            box_.act = {.title = in_.say(Phrase("This is a draft")),
                        .text = in_.say(Phrase("It cannot be merged until it is ready for review."))};
            return;
        }
        if (!may_merge) {
            box_.act = {.title = rights_.archived ? in_.say(Phrase("Nothing here changes"))
                                                  : in_.say(Phrase("You cannot merge this")),
                        .text =
                            in_.say(Phrase("Those who may write to {base} can."), {{"base", at_.pull.base_branch}})};
            return;
        }
        const bool waits = !pulls::check_dependencies(db, known_).has_value();
        const bool ready = pulls::check_ready(known_).has_value();
        const bool possible = ready && !waits;
        box_.can_merge = possible && broken_.empty();
        box_.can_schedule = ready && !box_.can_merge && box_.scheduler.empty();
        box_.can_force = possible && (by_queue_ || !broken_.empty()) && pulls::may_override(db, known_, merger_);
        box_.force_beside = box_.can_force && (box_.can_merge || box_.can_schedule);
        for (const auto& one : broken_) box_.broken.push_back(words_for(one));
        if (waits)
            box_.act = {.tone = "wait",
                        .title = in_.say(Phrase("It depends on issues that are open")),
                        .text = in_.say(Phrase("Close them first."))};
        else if (at_.place.repository.mirror)
            box_.act = {.tone = "bad",
                        .title = in_.say(Phrase("This repository is a mirror")),
                        .text = in_.say(Phrase("It changes where it comes from."))};
        else if (!box_.broken.empty())
            box_.act = {.tone = "wait",
                        .title = in_.say(Phrase("The rule of {base} is not met"), {{"base", at_.pull.base_branch}})};
        add_ways(way);
        // What was merged elsewhere can be said whatever stands in the way of a merge here.
        if (!ready && !box_.by_hand) box_.button.clear();
        const auto head = repositories::find_repository(db, at_.pull.head_repository_id);
        box_.can_delete_later = can_delete_branch(head);
    }

    bool can_delete_branch(const std::optional<repositories::StoredRepository>& head) const
    {
        const auto& pull = at_.pull;
        if (!head || pull.by_push || pull.head_tip.empty() || pull.head_tip != pull.head_sha || !rights_.signed_in)
            return false;
        if (pull.head_branch == head->default_branch || pull.head_branch == head->default_target_branch) return false;
        return pulls::may_push(call_.db(), merger_.account, *head, pull.head_branch, UpdateStyle::merge);
    }

    void add_past()
    {
        const auto repository = repository_address(at_.place);
        const auto& pull = at_.pull;
        if (at_.issue.merged()) {
            box_.act = {.tone = "merged", .title = in_.say(Phrase("Merged"))};
            box_.merge_commit = pull.merge_commit;
            if (!pull.merge_commit.empty()) {
                box_.merge_commit_address = repository + "/commit/" + pull.merge_commit;
                if (rights_.signed_in && !rights_.archived && !pull.base_tip.empty()) {
                    box_.revert = box_.merge_commit_address + "/revert?branch=" + http::encode_query(pull.base_branch);
                    box_.pick = box_.merge_commit_address + "/cherry-pick";
                }
            }
        } else {
            box_.act = {.title = in_.say(Phrase("Closed without a merge"))};
        }
        const auto head = repositories::find_repository(call_.db(), pull.head_repository_id);
        box_.can_delete = can_delete_branch(head);
        box_.can_restore = pull.head_tip.empty() && !pull.by_push && pull.head_repository_id == pull.repository_id
            && rights_.signed_in && !rights_.archived && at_.place.access.writes(access::Unit::code);
    }

    const Call& call_;
    const PullContext& at_;
    const PullPlace& place_;
    const ThreadRights& rights_;
    const Language& in_;
    Known known_;
    Merger merger_;
    std::optional<repositories::StoredBranchProtection> rule_;
    bool by_queue_;
    std::optional<git::Repositories::Handle> repository_{};
    std::vector<Broken> broken_{};
    MergeBox box_{};
};

} // namespace

MergeBox merge_box(const Call& call, const PullContext& at, const PullPlace& place, const ThreadRights& rights,
                   const ReviewersFact& reviewers, MergeWanted wanted)
{
    return BoxMaker(call, at, place, rights).make(reviewers, std::move(wanted));
}

} // namespace cairn::pages
