#include "pulls/queue/queue_job.hpp"

#include <set>

#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "pulls/merge/landing.hpp"
#include "pulls/queue/merge_queue.hpp"
#include "pulls/queue/queue_landing.hpp"
#include "pulls/review/review.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/queue_branch.hpp"

namespace cairn::pulls {

using git::ObjectId;
using issues::QueueEvent;
using jobs::Outcome;
using repositories::StoredRepository;

namespace {

// So often a queue is looked at even if nothing is heard: rules and rights change without a word to it.
constexpr std::int64_t usual_pause = 300;
constexpr std::int64_t pause_for_other_node = 5;

ObjectId read_id(std::string_view hex) { return ObjectId::parse(hex).value_or(ObjectId{}); }

struct QueueBranch {
    std::string base_branch;
    std::int64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(QueueBranch, (), (base_branch, number))

// One look at the queue of a branch.
class QueueLook {
public:
    QueueLook(const api::Site& site, const StoredRepository& stored, const git::Repository& repository,
              const std::string& branch)
        : site_(site), stored_(stored), repository_(repository), branch_(branch),
          at_once_(site.settings().repository_pull_request.merge_queue_at_once),
          timeout_(site.settings().repository_pull_request.merge_queue_timeout * 60),
          entries_(site.db.all<StoredQueued>("SELECT * FROM pull_queue WHERE repository_id = $1 AND base_branch = $2"
                                             " ORDER BY id LIMIT $3",
                                             stored.id, branch, at_once_ + 1))
    {
        more_ = std::ssize(entries_) > at_once_;
        if (more_) entries_.pop_back();
    }

    Result<Outcome> take(const std::stop_token& stop)
    {
        if (TRY(is_landing())) return Outcome::delayed({Time::now().seconds + pause_for_other_node});
        bool again = false;
        if (!stored_.archived()) {
            TRY(prepare(stop));
            again = TRY(judge(stop));
        }
        remove_branches();
        if (again) return Outcome::again();
        set_clock();
        return Outcome::done();
    }

private:
    // What somebody has left who was killed; true while somebody else is at it. That may be a merge past the queue,
    // too.
    Result<bool> is_landing()
    {
        for (const auto id : noted_landings()) {
            const PullLock turn(id);
            if (auto known = find_known(site_.db, id)) TRY(settle_landing(site_, *known));
        }
        std::erase_if(entries_, [&](const StoredQueued& entry) { return !find_queued(site_.db, entry.issue_id); });
        return !noted_landings().empty();
    }

    std::vector<std::int64_t> noted_landings() const
    {
        return site_.db.all<std::int64_t>("SELECT l.issue_id FROM pull_landing l JOIN pull_queue q"
                                          " ON q.issue_id = l.issue_id WHERE q.repository_id = $1"
                                          " AND q.base_branch = $2 ORDER BY q.id",
                                          stored_.id, branch_);
    }

    // One that is closed has left with that (queue_listeners.hpp); its row could only be in the way of the others.
    void forget(const StoredQueued& entry)
    {
        site_.db.write([&](db::Transaction& tx) {
            if (tx.run("DELETE FROM pull_queue WHERE id = $1 AND NOT landing", entry.id) > 0)
                look_at_queue(tx, stored_.id, branch_);
        });
    }

    void leave(const StoredQueued& entry, const QueueEvent& why)
    {
        log::info("a pull request leaves the merge queue",
                  {{"repository", stored_.id}, {"issue", entry.issue_id}, {"why", word_of(why.exit)}});
        site_.db.write([&](db::Transaction& tx) {
            if (auto issue = issues::find_issue(tx, entry.issue_id))
                leave_queue({tx, site_.events, entry.account_id, *issue}, why, &entry);
        });
    }

    // Those that may stay, each with its commit on its branch.
    Result<> prepare(const std::stop_token& stop)
    {
        auto tip = git::find_branch(repository_, branch_);
        std::vector<StoredQueued> staying;
        for (auto& entry : std::exchange(entries_, {})) {
            if (stop.stop_requested()) return fail(Errc::unavailable, "the server stops");
            auto known = find_known(site_.db, entry.issue_id);
            if (!known) continue;
            if (known->issue.closed) {
                forget(entry);
                continue;
            }
            // The pull request can do nothing about it, and none behind it would fare better: the job tries again.
            if (auto followed = follow(site_, *known); !followed && may_pass(followed.error())) return followed;
            if (!find_queued(site_.db, entry.issue_id)) continue; // following it may have taken it out
            if (const auto why = reason_to_leave(site_, repository_, *known, entry)) {
                leave(entry, *why);
                continue;
            }
            if (!tip) continue; // it is being renamed
            if (entry.commit_sha.empty() || entry.onto_sha != tip->hex()) {
                const auto made = make_queued(site_, repository_, *known, entry, *tip);
                if (!made && may_pass(made.error())) return std::unexpected(made.error());
                if (!made) {
                    leave(entry, why_not_made(made.error()));
                    continue;
                }
                if (!note_made(entry, *tip, *made)) continue;
            }
            if (const auto put = put_on_branch(entry, known->issue.number); !put) {
                leave(entry, {.exit = QueueExit::refused, .detail = put.error().message});
                continue;
            }
            tip = read_id(entry.commit_sha);
            staying.push_back(std::move(entry));
        }
        entries_ = std::move(staying);
        return {};
    }

    // False where somebody has taken it out.
    bool note_made(StoredQueued& entry, const ObjectId& onto, const ObjectId& commit)
    {
        entry.onto_sha = onto.hex();
        entry.commit_sha = commit.hex();
        entry.announced = false;
        entry.checking_since = Time::now();
        return site_.db.write([&](db::Transaction& tx) {
            return tx.run("UPDATE pull_queue SET onto_sha = $2, commit_sha = $3, announced = FALSE,"
                          " checking_since = $4 WHERE id = $1",
                          entry.id, entry.onto_sha, entry.commit_sha, entry.checking_since)
                > 0;
        });
    }

    // Those who check hear of it once it is there; whoever dies in between leaves it to be said again.
    Result<> put_on_branch(StoredQueued& entry, std::int64_t number)
    {
        git::RefUpdate update{.name = std::string(git::heads) + repositories::queue_branch(branch_, number),
                              .before = {},
                              .after = read_id(entry.commit_sha)};
        if (const auto found = git::find_reference(repository_, update.name)) update.before = found->target;
        const bool there = update.before == update.after;
        if (there && entry.announced) return {};
        if (there) update.before = {};
        else TRY(git::update_reference(repository_, update));
        repositories::record_push(site_, stored_, repository_, {.pusher_id = entry.account_id, .changes = {update}});
        entry.announced = true;
        entry.checking_since = Time::now();
        site_.db.write([&](db::Transaction& tx) {
            tx.run("UPDATE pull_queue SET announced = TRUE, checking_since = $3 WHERE id = $1 AND commit_sha = $2",
                   entry.id, entry.commit_sha, entry.checking_since);
        });
        return {};
    }

    // The first alone, and the next once that is in. True when the queue has to be looked at anew.
    Result<bool> judge(const std::stop_token& stop)
    {
        while (!entries_.empty()) {
            if (stop.stop_requested()) return fail(Errc::unavailable, "the server stops");
            const auto entry = entries_.front();
            const auto pull = find_pull(site_.db, entry.issue_id);
            const auto rule = pull ? rule_for(site_.db, *pull) : std::nullopt;
            if (!rule) return true;
            const auto checked = check_commit(site_.db, *rule, entry.commit_sha);
            if (checked.state == Checked::State::failed) {
                leave(entry, {.exit = QueueExit::check_failed, .detail = checked.context});
                return true;
            }
            if (checked.state == Checked::State::waiting) {
                if (Time::now().seconds < entry.checking_since.seconds + timeout_) return false;
                leave(entry, {.exit = QueueExit::timed_out, .detail = checked.context});
                return true;
            }
            const auto landed = TRY(land_queued(site_, repository_, entry));
            if (landed.why) leave(entry, *landed.why);
            if (!landed.merged) return true;
            entries_.erase(entries_.begin());
            if (more_) return true;
        }
        return false;
    }

    // Of those that are in no queue any more, of whatever branch. A row is there before its branch is.
    void remove_branches()
    {
        const auto prefix = std::string(git::heads).append(repositories::queue_branches);
        std::vector<git::RefUpdate> gone;
        static_cast<void>(
            git::for_each_reference(repository_, prefix, [&](std::string_view name, const ObjectId& target) {
                gone.push_back({.name = std::string(name), .before = target, .after = {}});
            }));
        if (gone.empty()) return;
        std::set<std::string> wanted;
        for (const auto& row : site_.db.all<QueueBranch>("SELECT q.base_branch, i.number FROM pull_queue q JOIN issue i"
                                                         " ON i.id = q.issue_id WHERE q.repository_id = $1",
                                                         stored_.id))
            wanted.insert(std::string(git::heads) + repositories::queue_branch(row.base_branch, row.number));
        std::erase_if(gone, [&](const git::RefUpdate& update) { return wanted.contains(update.name); });
        std::erase_if(gone, [&](const git::RefUpdate& update) { return !git::update_reference(repository_, update); });
        if (!gone.empty())
            repositories::record_push(site_, stored_, repository_, {.pusher_id = 0, .changes = std::move(gone)});
    }

    void set_clock()
    {
        if (entries_.empty() && !more_) return;
        const auto now = Time::now().seconds;
        auto due = now + usual_pause;
        // Where nothing is judged, no time is over.
        if (!entries_.empty() && !stored_.archived())
            due = std::min(due, entries_.front().checking_since.seconds + timeout_ + 1);
        site_.db.write([&](db::Transaction& tx) {
            jobs::put(tx,
                      {.kind = merge_queue_clock_job,
                       .owner = std::to_string(stored_.id),
                       .key = branch_,
                       .due = {std::max(due, now + 1)}});
        });
    }

    const api::Site& site_;
    const StoredRepository& stored_;
    const git::Repository& repository_;
    const std::string& branch_;
    std::int64_t at_once_;
    std::int64_t timeout_; // seconds
    std::vector<StoredQueued> entries_;
    bool more_ = false; // behind those
};

} // namespace

Result<Outcome> work_on_queue(const api::Site& site, const jobs::Job& job, const std::stop_token& stop)
{
    const auto stored = repositories::find_repository(site.db, text::parse_integer(job.owner).value_or(0));
    if (!stored) return Outcome::done();
    // A handle of its own: merges write much, and the commits of a fork may just have come.
    const auto repository = TRY(git::Repository::open(site.get<git::Store>().path(stored->storage)));
    return QueueLook(site, *stored, repository, job.key).take(stop);
}

Result<Outcome> look_again(const api::Site& site, const jobs::Job& job, const std::stop_token&)
{
    site.db.write([&](db::Transaction& tx) { look_at_queue(tx, text::parse_integer(job.owner).value_or(0), job.key); });
    return Outcome::done();
}

} // namespace cairn::pulls
