#include "jobs/job_table.hpp"

#include <algorithm>

#include "base/spending.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "db/sql_text.hpp"

namespace cairn::jobs {

namespace {

// How many of what has arrived are put in order in one transaction: others want to write, too.
constexpr std::int64_t admitted_at_once = 500;
// Beyond so many an owner's share does not get smaller.
constexpr std::int64_t most_turns = 1000;

constexpr db::SqlText skipping = " FOR UPDATE SKIP LOCKED";

constexpr db::SqlText promote =
    "UPDATE job SET state = 'ready' WHERE state IN ('delayed', 'running') AND due_at <= $1 AND id IN"
    " (SELECT id FROM job WHERE state IN ('delayed', 'running') AND due_at <= $1 ORDER BY due_at LIMIT $2";
constexpr auto promote_all = promote + ")";
constexpr auto promote_free = promote + skipping + ")";

constexpr db::SqlText arrived = "SELECT * FROM job WHERE state = 'arrived' ORDER BY id LIMIT $1";
constexpr auto arrived_free = arrived + skipping;

constexpr db::SqlText take_ready =
    "UPDATE job SET state = 'running', due_at = $2, leases = leases + 1, attempts = attempts + 1"
    " WHERE state = 'ready' AND id IN"
    " (SELECT id FROM job WHERE kind = $1 AND state = 'ready' ORDER BY turn, id LIMIT $3";
constexpr auto take_all = take_ready + ") RETURNING *";
constexpr auto take_free = take_ready + skipping + ") RETURNING *";

// One at a time: each counts for the next one.
constexpr db::SqlText takeable = "SELECT j.id FROM job j WHERE j.kind = $1 AND j.state = 'ready' AND (SELECT count(*)"
                                 " FROM job o WHERE o.kind = $1 AND o.owner = j.owner AND o.state = 'running') < $2";
constexpr auto has_takeable = "SELECT EXISTS (" + takeable + ") AS value";
constexpr auto take_one = "UPDATE job SET state = 'running', due_at = $3, leases = leases + 1, attempts = attempts + 1"
                          " WHERE state = 'ready' AND id = ("
    + takeable + " ORDER BY j.turn, j.id LIMIT 1";
constexpr auto take_one_any = take_one + ") RETURNING *";
constexpr auto take_one_free = take_one + skipping + ") RETURNING *";

std::vector<Job> take_of_kind(db::Transaction& tx, const Wish& wish, Time lease_until, bool skip)
{
    std::vector<Job> taken;
    if (wish.of_one_owner == 0) {
        taken = tx.all<Job>(skip ? db::Sql(take_free.text) : db::Sql(take_all.text), wish.kind, lease_until, wish.most);
        std::ranges::sort(taken, {}, [](const Job& job) { return std::pair(job.turn, job.id); });
        return taken;
    }
    while (static_cast<std::int64_t>(taken.size()) < wish.most) {
        auto one = tx.first<Job>(skip ? db::Sql(take_one_free.text) : db::Sql(take_one_any.text), wish.kind,
                                 wish.of_one_owner, lease_until);
        if (!one) break;
        taken.push_back(std::move(*one));
    }
    return taken;
}

void make_ready(db::Transaction& tx, const Job& job)
{
    tx.run("UPDATE job SET state = 'ready', turn = (SELECT count(*) FROM (SELECT 1 FROM job w WHERE w.kind = $2"
           " AND w.owner = $3 AND w.state = 'ready' LIMIT $4) AS before) WHERE id = $1",
           job.id, job.kind, job.owner, most_turns);
}

// One that has arrived gets its place.
void admit(db::Transaction& tx, const Job& job, Order order, Time now)
{
    const bool keyed = order != Order::none && !job.key.empty();
    if (keyed) {
        const auto others = tx.all<State>("SELECT DISTINCT state FROM job WHERE kind = $1 AND owner = $2 AND key = $3"
                                          " AND state NOT IN ('arrived', 'failed')",
                                          job.kind, job.owner, job.key);
        const auto has = [&](State state) { return std::ranges::find(others, state) != others.end(); };
        if (order == Order::merged && (has(State::ready) || has(State::behind) || has(State::delayed))) {
            tx.run("DELETE FROM job WHERE id = $1", job.id);
            // Something has changed: it does not wait any longer for another try.
            if (job.due_at <= now && !has(State::running))
                tx.run("UPDATE job SET state = 'ready' WHERE kind = $1 AND owner = $2 AND key = $3"
                       " AND state = 'delayed'",
                       job.kind, job.owner, job.key);
            return;
        }
        if (has(State::ready) || has(State::delayed) || has(State::running)) {
            tx.run("UPDATE job SET state = 'behind' WHERE id = $1", job.id);
            return;
        }
    }
    if (job.due_at > now) tx.run("UPDATE job SET state = 'delayed' WHERE id = $1", job.id);
    else make_ready(tx, job);
}

// It no longer stands before the next of its key, which may not be due yet.
void release_next(db::Transaction& tx, const Job& job)
{
    if (job.key.empty()) return;
    tx.run("UPDATE job SET state = CASE WHEN due_at > $4 THEN 'delayed' ELSE 'ready' END WHERE id ="
           " (SELECT MIN(id) FROM job WHERE kind = $1 AND owner = $2 AND key = $3 AND state = 'behind')",
           job.kind, job.owner, job.key, Time::now());
    tx.raise_jobs_after_commit();
}

} // namespace

std::int64_t Job::key_number() const { return text::parse_integer(key).value_or(0); }

std::int64_t put(db::Transaction& tx, const NewJob& job)
{
    const auto now = Time::now();
    tx.raise_jobs_after_commit();
    return tx.scalar<std::int64_t>("INSERT INTO job (kind, owner, key, payload, state, due_at, created_at, trace)"
                                   " VALUES ($1, $2, $3, $4, 'arrived', $5, $6, $7) RETURNING id",
                                   job.kind, job.owner, job.key, job.payload, std::max(job.due, now), now,
                                   traceparent_of_work());
}

std::vector<Job> take(db::Transaction& tx, std::span<const Wish> wishes, Time now, Time lease_until, Locks locks,
                      Room room)
{
    const bool skip = locks == Locks::skip_locked;
    tx.run(skip ? db::Sql(promote_free.text) : db::Sql(promote_all.text), now, admitted_at_once);
    for (const auto& job : tx.all<Job>(skip ? db::Sql(arrived_free.text) : db::Sql(arrived.text), admitted_at_once)) {
        const auto wish = std::ranges::find(wishes, job.kind, &Wish::kind);
        // A kind that only others know gets the strictest order, which is right for any.
        admit(tx, job, wish != wishes.end() ? wish->order : Order::in_turn, now);
    }
    std::vector<Job> taken;
    for (auto wish : wishes) {
        auto* const free = wish.lane ? &room[static_cast<std::size_t>(*wish.lane)] : nullptr;
        if (free != nullptr) wish.most = std::min(wish.most, *free);
        if (wish.most == 0) continue;
        auto some = take_of_kind(tx, wish, lease_until, skip);
        if (free != nullptr) *free -= static_cast<std::int64_t>(some.size());
        std::ranges::move(some, std::back_inserter(taken));
    }
    return taken;
}

Look look(db::Queries& db, Time now)
{
    Look found;
    const auto next =
        db.first<Time>("SELECT due_at FROM job WHERE state IN ('delayed', 'running') ORDER BY due_at LIMIT 1");
    if (next && *next > now) found.next = *next;
    found.busy =
        (next && *next <= now) || db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM job WHERE state = 'arrived') AS value");
    return found;
}

bool has_ready(db::Queries& db, std::span<const Wish> wishes)
{
    const auto kinds = db.all<std::string>("SELECT DISTINCT kind FROM job WHERE state = 'ready'");
    return std::ranges::any_of(wishes, [&](const Wish& wish) {
        return wish.most > 0 && std::ranges::find(kinds, wish.kind) != kinds.end()
            && (wish.of_one_owner == 0 || db.scalar<bool>(has_takeable.text, wish.kind, wish.of_one_owner));
    });
}

Job hold(db::Transaction& tx, const NewJob& job, Time lease_until)
{
    return tx.one<Job>("INSERT INTO job (kind, owner, key, payload, state, due_at, leases, attempts, created_at)"
                       " VALUES ($1, $2, $3, $4, 'running', $5, 1, 1, $6) RETURNING *",
                       job.kind, job.owner, job.key, job.payload, lease_until, Time::now());
}

bool remove(db::Transaction& tx, const Job& job)
{
    if (tx.run("DELETE FROM job WHERE id = $1 AND leases = $2 AND state = 'running'", job.id, job.leases) == 0)
        return false;
    release_next(tx, job);
    return true;
}

bool put_off(db::Transaction& tx, const Job& job, Time due, std::string_view error)
{
    const bool ours = tx.run("UPDATE job SET state = 'delayed', due_at = $3, last_error = $4, attempts = $5"
                             " WHERE id = $1 AND leases = $2 AND state = 'running'",
                             job.id, job.leases, due, error, error.empty() ? std::int64_t{0} : job.attempts)
        > 0;
    // The queue learns when it has to look again.
    if (ours) tx.raise_jobs_after_commit();
    return ours;
}

bool requeue(db::Transaction& tx, const Job& job)
{
    const bool ours = tx.run("UPDATE job SET state = 'delayed', attempts = 0, last_error = ''"
                             " WHERE id = $1 AND leases = $2 AND state = 'running'",
                             job.id, job.leases)
        > 0;
    if (!ours) return false;
    make_ready(tx, job);
    tx.raise_jobs_after_commit();
    return true;
}

bool give_up(db::Transaction& tx, const Job& job, Time now, std::string_view error)
{
    if (tx.run("UPDATE job SET state = 'failed', due_at = $3, last_error = $4"
               " WHERE id = $1 AND leases = $2 AND state = 'running'",
               job.id, job.leases, now, error)
        == 0)
        return false;
    release_next(tx, job);
    return true;
}

bool give_back(db::Transaction& tx, const Job& job)
{
    return tx.run("UPDATE job SET state = 'ready', attempts = attempts - 1"
                  " WHERE id = $1 AND leases = $2 AND state = 'running'",
                  job.id, job.leases)
        > 0;
}

bool is_held(db::Transaction& tx, const Job& job)
{
    return tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM job WHERE id = $1 AND leases = $2 AND state = 'running')"
                           " AS value",
                           job.id, job.leases);
}

bool renew(db::Transaction& tx, const Job& job, Time lease_until)
{
    return tx.run("UPDATE job SET due_at = $3 WHERE id = $1 AND leases = $2 AND state = 'running'", job.id, job.leases,
                  lease_until)
        > 0;
}

void end_all_leases(db::Transaction& tx) { tx.run("UPDATE job SET state = 'ready' WHERE state = 'running'"); }

void forget_failed(db::Transaction& tx, Time before, std::int64_t most)
{
    tx.run("DELETE FROM job WHERE state = 'failed' AND due_at < $1", before);
    tx.run("DELETE FROM job WHERE id IN (SELECT id FROM job WHERE state = 'failed' ORDER BY due_at DESC, id DESC"
           " LIMIT $2 OFFSET $1)",
           most, most);
}

Page<Job> list(db::Queries& db, const Paging& paging, const Filter& filter)
{
    db::Composition query("SELECT * FROM job WHERE TRUE");
    if (!filter.kind.empty()) query << " AND kind = " << db::bound(filter.kind);
    if (filter.state == "waiting") query << " AND state IN ('arrived', 'ready', 'behind')";
    else if (!filter.state.empty()) query << " AND state = " << db::bound(filter.state);
    query << " ORDER BY id";
    return db.page<Job>(paging, query);
}

Result<Job> retry(db::Database& db, std::int64_t id)
{
    return db.write([&](db::Transaction& tx) -> Result<Job> {
        auto job = tx.first<Job>("SELECT * FROM job WHERE id = $1", id);
        if (!job) return not_found("the job");
        if (job->state != State::delayed && job->state != State::failed)
            return fail(Errc::conflict, "the job waits or runs already");
        // A delayed one is the first of its key. One that was given up has lost its place among them.
        if (job->state == State::delayed)
            tx.run("UPDATE job SET state = 'ready', due_at = $2 WHERE id = $1", id, Time::now());
        else tx.run("UPDATE job SET state = 'arrived', due_at = $2, attempts = 0 WHERE id = $1", id, Time::now());
        tx.raise_jobs_after_commit();
        return tx.one<Job>("SELECT * FROM job WHERE id = $1", id);
    });
}

std::vector<Backlog> backlogs(db::Queries& db)
{
    return db.all<Backlog>(
        "SELECT kind,"
        " CAST(SUM(CASE WHEN state NOT IN ('running', 'failed') THEN 1 ELSE 0 END) AS BIGINT) AS waiting,"
        " CAST(SUM(CASE WHEN state = 'running' THEN 1 ELSE 0 END) AS BIGINT) AS running,"
        " CAST(SUM(CASE WHEN state = 'failed' THEN 1 ELSE 0 END) AS BIGINT) AS failed,"
        " COALESCE(MIN(CASE WHEN state <> 'failed' THEN created_at END), 0) AS oldest"
        " FROM job GROUP BY kind ORDER BY kind");
}

} // namespace cairn::jobs
