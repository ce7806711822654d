#include "pulls/merge/landing.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "pulls/merge/merged.hpp"
#include "pulls/merge/schedule.hpp"

namespace cairn::pulls {

using git::ObjectId;

namespace {

// Longer than a merge takes, from its note to its end.
constexpr std::int64_t longest_merge = 120;

Time when_abandoned() { return {Time::now().seconds + longest_merge + 1}; }

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

Result<> check_wanted(db::Transaction& tx, const Known& known, const Merger& merger, const ObjectId& commit, MergeBy by)
{
    switch (by) {
    case MergeBy::hand: return {};
    case MergeBy::schedule:
        if (find_scheduler(tx, known.issue.id) == merger.account.id) return {};
        return fail(Errc::conflict, "the merge was called off");
    case MergeBy::queue:
        // From now on nobody takes it out of the queue.
        if (tx.run("UPDATE pull_queue SET landing = TRUE WHERE issue_id = $1 AND commit_sha = $2", known.issue.id,
                   commit.hex())
            > 0)
            return {};
        return fail(Errc::conflict, "the pull request has left the queue");
    }
    std::unreachable();
}

// `again`: in place of one's own note.
Result<> note_landing(const api::Site& site, const Known& known, const Merger& merger, const ObjectId& commit,
                      bool again, MergeBy by)
{
    return site.db.write([&](db::Transaction& tx) -> Result<> {
        const auto pull = find_pull(tx, known.issue.id);
        if (!pull || pull->base_branch != known.pull.base_branch || pull->head_sha != known.pull.head_sha)
            return fail(Errc::conflict, "the pull request has changed meanwhile");
        TRY(check_wanted(tx, known, merger, commit, by));
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

// It came to nothing.
void forget_landing(const api::Site& site, const Known& known)
{
    site.db.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM pull_landing WHERE issue_id = $1", known.issue.id);
        tx.run("UPDATE pull_queue SET landing = FALSE WHERE issue_id = $1 AND landing", known.issue.id);
    });
}

} // namespace

Result<git::RefUpdate> land(const api::Site& site, const git::Repository& repository, const Known& known,
                            const Merger& merger, MergeBy by,
                            const std::function<Result<ObjectId>(const ObjectId&)>& make)
{
    bool noted = false;
    auto moved = git::land(
        repository,
        {.branch = known.pull.base_branch, .make = make, .allow = [&](const git::RefUpdate& update) -> Result<> {
             TRY(check_signatures(site, repository, known, merger, update));
             TRY(note_landing(site, known, merger, update.after, noted, by));
             noted = true;
             return {};
         }});
    if (!moved && noted) forget_landing(site, known);
    return moved;
}

Result<> check_not_landing(db::Queries& db, std::int64_t issue_id)
{
    if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM pull_landing WHERE issue_id = $1) AS value", issue_id))
        return fail(Errc::conflict, "the pull request is being merged");
    return {};
}

Result<> settle_landing(const api::Site& site, Known& known)
{
    const auto landing =
        site.db.first<StoredMergeNote>("SELECT * FROM pull_landing WHERE issue_id = $1", known.issue.id);
    if (!landing || !is_abandoned(*landing)) return {};
    const auto repository = TRY(site.get<git::Repositories>().open(known.repository.storage));
    const auto base = git::find_branch(*repository, landing->base_branch);
    const auto commit = ObjectId::parse(landing->commit_sha).value_or(ObjectId{});
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
