#include "repositories/references/pushes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "base/log.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "repositories/references/branch.hpp"
#include "repositories/references/deleted_branch.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "repositories/references/push_activity.hpp"
#include "repositories/references/queue_branch.hpp"
#include "repositories/references/unrecorded_pushes.hpp"

namespace cairn::repositories {

namespace {

// References in one transaction: so many are looked up in it, and others wait for it.
constexpr std::size_t at_once = 200;

using Changes = std::span<const git::RefUpdate>;

bool is_there(const git::RefUpdate& change) { return !change.after.is_zero(); }

bool is_branch(const git::RefUpdate& change)
{
    return change.name.starts_with(git::heads) && is_text(change.name) && !is_queue_reference(change.name);
}

std::string branch_name(const git::RefUpdate& change) { return change.name.substr(git::heads.size()); }

// The commits that branches were moved to, read before the transaction.
class Tips {
public:
    Tips(const git::Repository& repository, Changes changes) : repository_(repository)
    {
        for (const auto& change : changes)
            if (is_branch(change) && is_there(change)) read(change.after);
    }

    // Null if it cannot be read.
    const Tip* of(const git::ObjectId& commit) { return read(commit); }

private:
    const Tip* read(const git::ObjectId& commit)
    {
        const auto known = tips_.find(commit);
        if (known != tips_.end()) return &known->second;
        auto tip = read_tip(repository_, commit);
        return tip ? &tips_.emplace(commit, *std::move(tip)).first->second : nullptr;
    }

    const git::Repository& repository_;
    std::map<git::ObjectId, Tip> tips_;
};

// Where the new branches are. One that was there before, and is no more, was renamed: nothing is lost.
std::set<git::ObjectId> new_tips(Changes changes)
{
    std::set<git::ObjectId> tips;
    for (const auto& change : changes)
        if (is_branch(change) && change.before.is_zero()) tips.insert(change.after);
    return tips;
}

// Two pushes to a branch may come here in another order than they were done in. So a row is written from the reference
// itself, read while the repository's row is ours alone: whoever is last sees what was done last.
void follow_branch(db::Transaction& tx, std::int64_t repository_id, const git::Repository& repository, Tips& tips,
                   const git::RefUpdate& change, std::int64_t pusher_id, bool restorable, Time now)
{
    const auto found = git::find_reference(repository, change.name);
    if (!found && found.error().code == Errc::not_found) {
        const auto was_at =
            tx.first<std::string>("DELETE FROM branch WHERE repository_id = $1 AND name = $2 RETURNING commit_id",
                                  repository_id, branch_name(change));
        if (was_at && restorable) remember_deleted(tx, repository_id, branch_name(change), *was_at, pusher_id, now);
        return;
    }
    const Tip* tip = found ? tips.of(found->commit) : nullptr;
    if (tip == nullptr) {
        log::error("a branch cannot be read", {{"repository", repository_id}, {"branch", change.name}});
        return;
    }
    put_branch(tx, repository_id, {branch_name(change), *tip}, pusher_id, now);
    if (change.before.is_zero()) forget_deleted(tx, repository_id, branch_name(change));
}

// The branch that an empty repository has by default from now on; empty: as it was.
std::string new_default_branch(const StoredRepository& stored, const git::Repository& repository, Changes changes)
{
    if (stored.branch_count > 0 || git::find_branch(repository, stored.default_branch)) return {};
    const auto first =
        std::ranges::find_if(changes, [](const auto& change) { return is_branch(change) && is_there(change); });
    return first == changes.end() ? std::string() : branch_name(*first);
}

void enter_activities(db::Transaction& tx, std::int64_t repository_id, std::int64_t pusher_id,
                      const std::vector<PushActivity>& activities, Time now)
{
    for (const auto& activity : activities)
        tx.run("INSERT INTO activity (actor_id, repository_id, kind, ref_name, content, created_at)"
               " SELECT id, $2, $3, $4, $5, $6 FROM account WHERE id = $1",
               pusher_id, repository_id, activity.kind, activity.ref_name, activity.content, now);
}

events::Pushed event_of(std::int64_t repository_id, std::int64_t pusher_id, Changes changes)
{
    events::Pushed event{.repository_id = repository_id, .pusher_id = pusher_id, .changes = {}};
    for (const auto& change : changes) event.changes.push_back({change.name, change.before.hex(), change.after.hex()});
    return event;
}

std::string full_name(db::Queries& db, const StoredRepository& repository)
{
    const auto owner = accounts::find_account(db, repository.owner_id);
    return (owner ? owner->name : std::string()) + "/" + repository.name;
}

} // namespace

void record_push(db::Database& db, const events::Bus& events, const StoredRepository& stored,
                 const git::Repository& repository, DonePush& push)
{
    const Changes changes(push.changes);
    Tips tips(repository, changes.first(std::min(changes.size(), at_once)));
    const auto default_branch = new_default_branch(stored, repository, changes);
    if (!default_branch.empty())
        if (const auto set = git::set_default_branch(repository, default_branch); !set)
            log::error("HEAD could not be set", {{"repository", stored.id}, {"error", set.error().message}});
    const auto actor_id = push.mirrored ? stored.owner_id : push.pusher_id;
    const auto activities = actor_id != 0 ? activities_of(repository, full_name(db, stored), changes, push.mirrored)
                                          : std::vector<PushActivity>();
    const auto made = new_tips(changes);
    const auto now = Time::now();
    std::size_t begin = 0;
    const auto record = [&](Changes batch) {
        db.write([&](db::Transaction& tx) {
            // First, so that its row is ours. Gone: somebody has deleted the repository meanwhile.
            if (tx.run("UPDATE repository SET pushed_at = $2, updated_at = $2 WHERE id = $1", stored.id, now) == 0)
                return;
            for (const auto& change : batch)
                if (is_branch(change))
                    follow_branch(tx, stored.id, repository, tips, change, push.pusher_id,
                                  !push.mirrored && !made.contains(change.before), now);
            tx.run("UPDATE repository SET branch_count = (SELECT count(*) FROM branch b WHERE b.repository_id = $1),"
                   " empty = empty AND $2 WHERE id = $1",
                   stored.id, std::ranges::none_of(batch, is_there));
            if (!default_branch.empty() && begin == 0)
                tx.run("UPDATE repository SET default_branch = $2 WHERE id = $1", stored.id, default_branch);
            if (begin == 0) enter_activities(tx, stored.id, actor_id, activities, now);
            put_job(tx, post_push_job, stored.id);
            put_index_jobs(tx, stored.id);
            events.tell(tx, event_of(stored.id, push.pusher_id, batch));
        });
    };
    try {
        for (; begin < changes.size(); begin += at_once)
            record(changes.subspan(begin, std::min(at_once, changes.size() - begin)));
    } catch (...) {
        if (begin > 0) { // the feeds have told of it: the rest is nobody's
            push.changes.erase(push.changes.begin(), push.changes.begin() + static_cast<std::ptrdiff_t>(begin));
            push.pusher_id = 0;
            push.mirrored = false;
        }
        throw;
    }
}

void record_push(const api::Site& site, const StoredRepository& stored, const git::Repository& repository,
                 DonePush push)
{
    try {
        record_push(site.db, site.events, stored, repository, push);
    } catch (const db::DatabaseError&) {
        site.get<UnrecordedPushes>().add(site.events, stored.id, std::move(push));
        throw;
    }
}

} // namespace cairn::repositories
