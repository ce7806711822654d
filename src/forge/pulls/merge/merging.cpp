#include "pulls/merge/merging.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "issues/show.hpp"
#include "pulls/merge/approvals.hpp"
#include "pulls/merge/head_branch.hpp"
#include "pulls/merge/merge_commits.hpp"
#include "pulls/merge/merged.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::pulls {

using git::ObjectId;
using repositories::StoredRepository;

namespace {

ObjectId read_id(std::string_view hex) { return ObjectId::parse(hex).value_or(ObjectId{}); }

bool allows(const StoredRepository& repository, MergeStyle style)
{
    switch (style) {
    case MergeStyle::merge: return repository.allow_merge_commits;
    case MergeStyle::rebase: return repository.allow_rebase;
    case MergeStyle::rebase_merge: return repository.allow_rebase_explicit;
    case MergeStyle::squash: return repository.allow_squash_merge;
    case MergeStyle::fast_forward_only: return repository.allow_fast_forward_only_merge;
    case MergeStyle::manually_merged: return repository.allow_manual_merge;
    }
    std::unreachable();
}

struct ClosingWord {
    std::int64_t number = 0;
    bool closes = true;
};
BOOST_DESCRIBE_STRUCT(ClosingWord, (), (number, closes))

MergeFacts facts_of(const api::Site& site, const Known& known)
{
    const auto& [repository, issue, pull] = known;
    const auto owner = accounts::find_account(site.db, repository.owner_id);
    const auto poster = accounts::find_account(site.db, issue.poster_id);
    MergeFacts facts{.number = issue.number,
                     .title = issue.title,
                     .description = issue.body,
                     .poster = poster ? poster->name : std::string(),
                     .base_owner = owner ? owner->name : std::string(),
                     .base_repository = repository.name,
                     .base_branch = pull.base_branch,
                     .head_branch = pull.head_branch,
                     .from_fork = pull.head_repository_id != repository.id};
    if (const auto head = repositories::find_repository(site.db, pull.head_repository_id)) {
        const auto head_owner = accounts::find_account(site.db, head->owner_id);
        facts.head_owner = head_owner ? head_owner->name : std::string();
        facts.head_repository = head->name;
    }
    facts.page = issues::page_of(
        site.settings, {.id = repository.id, .owner = facts.base_owner, .name = facts.base_repository}, issue);
    for (const auto& approver : approvers(site.db, issue.id))
        facts.approvers.push_back(repositories::author_of(approver, site.settings));
    for (const auto& word : site.db.all<ClosingWord>(
             "SELECT i.number, c.ref_action = 'closes' AS closes FROM comment c JOIN issue i ON i.id = c.issue_id"
             " WHERE c.ref_issue_id = $1 AND c.ref_comment_id = 0 AND c.ref_action IN ('closes', 'reopens')"
             " AND i.repository_id = $2 ORDER BY c.id",
             issue.id, repository.id))
        facts.closing.push_back((word.closes ? "close #" : "reopen #") + std::to_string(word.number));
    return facts;
}

std::string title_for(const git::Repository& repository, const Known& known, const MergeWish& wish,
                      const MergeFacts& facts)
{
    if (!wish.title.empty()) return wish.title;
    const auto text = find_template(repository, known.repository.default_branch, wish.style);
    const auto title = text.empty() ? std::string() : expanded_title(text, facts);
    return title.empty() ? usual_title(wish.style, facts) : title;
}

MergePlan plan_for(const api::Site& site, const git::Repository& repository, const Known& known, const Merger& merger,
                   const MergeWish& wish)
{
    MergePlan plan{.style = wish.style,
                   .head = read_id(known.pull.head_sha),
                   .merger = repositories::author_of(merger.account, site.settings)};
    const auto poster = accounts::find_account(site.db, known.issue.poster_id);
    plan.author = poster ? repositories::author_of(*poster, site.settings) : plan.merger;
    plan.message = join_message(title_for(repository, known, wish, facts_of(site, known)), wish.message);
    if (wish.style == MergeStyle::squash && poster && poster->id != merger.account.id)
        plan.message = add_trailer(plan.message, "Co-authored-by", plan.author);
    plan.write = repositories::signing_writer(site,
                                              {.conditions = site.settings.repository_signing.merges,
                                               .account_id = merger.account.id,
                                               .verifies = contents::verifier(site, repository),
                                               .brought = plan.head,
                                               .approved = !approvers(site.db, known.issue.id).empty()});
    return plan;
}

// Longer than a merge takes, from its note to its end.
constexpr std::int64_t longest_merge = 120;

Time when_abandoned() { return {Time::now().seconds + longest_merge + 1}; }

// Before the branch is moved. Errc::conflict while another node merges the same.
Result<> note_landing(const api::Site& site, const Known& known, const Merger& merger, const ObjectId& commit,
                      bool again)
{
    return site.db.write([&](db::Transaction& tx) -> Result<> {
        if (again) tx.run("DELETE FROM pull_landing WHERE issue_id = $1", known.issue.id);
        const auto noted =
            tx.try_run("INSERT INTO pull_landing (issue_id, merger_id, base_branch, commit_sha,"
                       " started_at) VALUES ($1, $2, $3, $4, $5)",
                       known.issue.id, merger.account.id, known.pull.base_branch, commit.hex(), Time::now());
        if (!noted) return fail(Errc::conflict, "the pull request is being merged");
        jobs::put(tx, {.kind = interrupted_merges_job, .key = "all", .due = when_abandoned()});
        return {};
    });
}

void forget_landing(const api::Site& site, const Known& known)
{
    site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM pull_landing WHERE issue_id = $1", known.issue.id); });
}

Result<git::RefUpdate> move_base(const api::Site& site, const git::Repository& repository, const Known& known,
                                 const Merger& merger, const MergePlan& plan)
{
    bool noted = false;
    const git::BranchCommit landing{
        .branch = known.pull.base_branch,
        .make = [&](const ObjectId& base) -> Result<ObjectId> {
            if (base.is_zero()) return not_found("the branch " + known.pull.base_branch);
            return make_merge(repository, plan, base);
        },
        .allow = [&](const git::RefUpdate& update) -> Result<> {
            TRY(check_signatures(site, repository, known, merger, update));
            TRY(note_landing(site, known, merger, update.after, std::exchange(noted, true)));
            return {};
        }};
    auto moved = git::land(repository, landing);
    if (!moved && noted) forget_landing(site, known);
    return moved;
}

// It was merged, and somebody says so.
Result<> mark_by_hand(const api::Site& site, Known& known, const Merger& merger, const MergeWish& wish)
{
    if (!known.repository.allow_manual_merge)
        return fail(Errc::method_not_allowed, "this repository does not allow this way of merging");
    const auto commit = ObjectId::parse(wish.merge_commit_id);
    const auto repository = TRY(site.get<git::Repositories>().open(known.repository.storage));
    const auto base = TRY(git::find_branch(*repository, known.pull.base_branch));
    if (!commit || !repository->contains(*commit) || !TRY(git::descends_from(*repository, base, *commit)))
        return fail(Errc::conflict, "there is no such commit in " + known.pull.base_branch);
    return mark_merged(site, known, {.merger_id = merger.account.id, .commit = *commit});
}

struct StoredMergeNote {
    std::int64_t issue_id = 0;
    std::int64_t merger_id = 0;
    std::string base_branch;
    std::string commit_sha;
    Time started_at;
};
BOOST_DESCRIBE_STRUCT(StoredMergeNote, (), (issue_id, merger_id, base_branch, commit_sha, started_at))

Time process_start()
{
    static const Time start = Time::now();
    return start;
}

bool is_abandoned(const StoredMergeNote& landing)
{
    return landing.started_at <= process_start() || landing.started_at.seconds + longest_merge < Time::now().seconds;
}

} // namespace

Result<> merge(const api::Site& site, std::int64_t issue_id, const Merger& merger, const MergeWish& wish)
{
    const PullLock turn(issue_id);
    auto known = find_known(site.db, issue_id);
    if (!known) return not_found("the pull request");
    TRY(settle_landing(site, *known));
    TRY(check_merger(site.db, *known, merger));
    if (wish.style == MergeStyle::manually_merged) return mark_by_hand(site, *known, merger, wish);
    static_cast<void>(follow(site, *known, turn)); // what could not be found out counts as a conflict
    TRY(check_merger(site.db, *known, merger));    // it may have turned out to be merged
    TRY(check_ready(*known));
    // A handle of its own: a merge writes much, and the commits of a fork may just have come.
    const auto repository = TRY(git::Repository::open(site.get<git::Store>().path(known->repository.storage)));
    TRY(check_rule(site, repository, *known, merger, wish.force));
    TRY(check_dependencies(site.db, *known));
    if (!allows(known->repository, wish.style))
        return fail(Errc::method_not_allowed, "this repository does not allow this way of merging");
    if (!wish.head_commit_id.empty() && wish.head_commit_id != known->pull.head_sha)
        return fail(Errc::conflict, "the head is at " + known->pull.head_sha);

    const auto moved =
        TRY(move_base(site, repository, *known, merger, plan_for(site, repository, *known, merger, wish)));
    if (moved.before != moved.after)
        repositories::record_push(site, known->repository, repository,
                                  {.pusher_id = merger.account.id, .changes = {moved}});
    auto marked = mark_merged(site, *known,
                              {.merger_id = merger.account.id, .commit = moved.after, .by_schedule = wish.by_schedule});
    // Another node that took this merge for abandoned has said the same.
    if (!marked && marked.error().code != Errc::method_not_allowed) return marked;
    if (wish.delete_branch) delete_head_branch(site, *known, merger.account);
    return {};
}

Result<> settle_landing(const api::Site& site, Known& known)
{
    const auto landing =
        site.db.first<StoredMergeNote>("SELECT * FROM pull_landing WHERE issue_id = $1", known.issue.id);
    if (!landing || !is_abandoned(*landing)) return {};
    const auto repository = TRY(site.get<git::Repositories>().open(known.repository.storage));
    const auto base = git::find_branch(*repository, landing->base_branch);
    const auto commit = read_id(landing->commit_sha);
    if (!base || !repository->contains(commit) || !TRY(git::descends_from(*repository, *base, commit))) {
        forget_landing(site, known);
        return {};
    }
    log::warn("a merge that was interrupted is finished",
              {{"repository", known.repository.id}, {"number", known.issue.number}});
    auto marked = mark_merged(site, known, {.merger_id = landing->merger_id, .commit = commit});
    if (!marked) forget_landing(site, known);
    return {};
}

Result<jobs::Outcome> settle_landings(const api::Site& site, const jobs::Job&, const std::stop_token& stop)
{
    const auto now = Time::now();
    for (const auto& landing :
         site.db.all<StoredMergeNote>("SELECT * FROM pull_landing WHERE started_at <= $1 OR started_at < $2"
                                      " ORDER BY started_at",
                                      process_start(), Time{now.seconds - longest_merge})) {
        if (stop.stop_requested()) return fail(Errc::unavailable, "the server stops");
        const PullLock turn(landing.issue_id);
        if (auto known = find_known(site.db, landing.issue_id)) TRY(settle_landing(site, *known));
    }
    // Some may be under way, whose jobs were merged into this one.
    const bool some = site.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM pull_landing) AS value");
    return some ? jobs::Outcome::delayed(when_abandoned()) : jobs::Outcome::done();
}

} // namespace cairn::pulls
