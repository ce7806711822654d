#include "repositories/references/branch_check.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "db/composition.hpp"
#include "git/references/snapshot.hpp"
#include "git/store/store.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/queue_branch.hpp"

namespace cairn::repositories {

using db::bound;

namespace {

constexpr std::size_t at_once = 200;

struct Folder {
    std::int64_t id = 0;
    std::string storage;
};
BOOST_DESCRIBE_STRUCT(Folder, (), (id, storage))

struct Row {
    std::int64_t repository_id = 0;
    std::string name;
    std::string commit_id;
};
BOOST_DESCRIBE_STRUCT(Row, (), (repository_id, name, commit_id))

using Branches = git::Snapshot;

std::map<std::int64_t, Branches> rows_of(db::Queries& db, std::span<const Folder> folders)
{
    std::vector<std::int64_t> ids;
    for (const Folder& folder : folders) ids.push_back(folder.id);
    db::Composition query("SELECT repository_id, name, commit_id FROM branch WHERE repository_id IN ");
    query << bound(ids);
    std::map<std::int64_t, Branches> all;
    for (const Row& row : db.all<Row>(query))
        all[row.repository_id].emplace(std::string(git::heads) + row.name,
                                       git::ObjectId::parse(row.commit_id).value_or(git::ObjectId()));
    return all;
}

Result<Branches> references_of(const std::string& path)
{
    const auto repository = TRY(git::Repository::open(path));
    Branches branches;
    TRY(git::for_each_reference(repository, git::heads, [&](std::string_view name, const git::ObjectId& target) {
        if (is_text(name) && !is_queue_reference(name)) branches.emplace(name, target);
    }));
    return branches;
}

std::vector<MissedPush> compare(db::Database& db, const git::Store& store, std::span<const Folder> folders)
{
    std::vector<MissedPush> missed;
    auto rows = rows_of(db, folders);
    for (const Folder& folder : folders) {
        const auto references = references_of(store.path(folder.storage));
        if (!references) continue; // no folder, or a damaged one: others look after these
        auto changes = git::changes_between(rows[folder.id], *references);
        if (!changes.empty()) missed.push_back({.repository_id = folder.id, .changes = std::move(changes)});
    }
    return missed;
}

template <class F> void for_each_batch(std::span<const Folder> folders, const std::stop_token& stop, F&& look)
{
    for (std::size_t begin = 0; begin < folders.size() && !stop.stop_requested(); begin += at_once)
        look(folders.subspan(begin, std::min(at_once, folders.size() - begin)));
}

bool is_same(const git::RefUpdate& a, const git::RefUpdate& b)
{
    return a.name == b.name && a.before == b.before && a.after == b.after;
}

// What was found twice.
std::vector<MissedPush> in_both(const std::vector<MissedPush>& first, std::vector<MissedPush> second)
{
    for (auto& push : second) {
        const auto earlier = std::ranges::find(first, push.repository_id, &MissedPush::repository_id);
        std::erase_if(push.changes, [&](const git::RefUpdate& change) {
            return earlier == first.end()
                || std::ranges::none_of(earlier->changes, [&](const auto& other) { return is_same(other, change); });
        });
    }
    std::erase_if(second, [](const MissedPush& push) { return push.changes.empty(); });
    return second;
}

void sleep(std::chrono::milliseconds pause, const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait_for(lock, stop, pause, [] { return false; });
}

} // namespace

std::vector<MissedPush> find_missed_pushes(db::Database& db, const git::Store& store, const std::stop_token& stop,
                                           std::chrono::milliseconds pause)
{
    std::vector<MissedPush> first;
    const auto all = db.all<Folder>("SELECT id, storage FROM repository ORDER BY pushed_at DESC, id");
    for_each_batch(all, stop, [&](std::span<const Folder> batch) {
        auto found = compare(db, store, batch);
        std::ranges::move(found, std::back_inserter(first));
    });
    if (first.empty()) return first;
    sleep(pause, stop);
    std::vector<Folder> again;
    for (const Folder& folder : all)
        if (std::ranges::find(first, folder.id, &MissedPush::repository_id) != first.end()) again.push_back(folder);
    std::vector<MissedPush> second;
    for_each_batch(again, stop, [&](std::span<const Folder> batch) {
        auto found = compare(db, store, batch);
        std::ranges::move(found, std::back_inserter(second));
    });
    return in_both(first, std::move(second));
}

void record_missed_pushes(db::Database& db, const events::Bus& events, const git::Store& store,
                          const std::vector<MissedPush>& missed)
{
    for (const MissedPush& push : missed) {
        const auto stored = find_repository(db, push.repository_id);
        if (!stored) continue;
        const auto repository = git::Repository::open(store.path(stored->storage));
        if (!repository) continue;
        log::warn("references had changed without a record",
                  {{"repository", stored->id}, {"references", push.changes.size()}});
        DonePush done{.pusher_id = 0, .changes = push.changes};
        record_push(db, events, *stored, *repository, done);
    }
}

} // namespace cairn::repositories
