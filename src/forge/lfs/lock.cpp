#include "lfs/lock.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::lfs {

using api::Call;
using db::bound;

namespace {

constexpr std::size_t longest_path = 4096;

constexpr db::Composition::Piece of_repository =
    "SELECT l.id, l.path, l.owner_id, a.name AS owner_name, l.created_at FROM lfs_lock l"
    " JOIN account a ON a.id = l.owner_id WHERE l.repository_id = ";

// As git spells paths: from the root of the repository, without anything that leads elsewhere.
Result<std::string> clean_path(std::string_view path)
{
    if (path.size() > longest_path) return fail(Errc::unprocessable, "the path is too long");
    std::vector<std::string_view> parts;
    for (const auto part : text::split(path, '/')) {
        if (part == "..") return fail(Errc::unprocessable, "the path leads out of the repository");
        if (!part.empty() && part != ".") parts.push_back(part);
    }
    if (parts.empty()) return fail(Errc::unprocessable, "say which file");
    return text::join(parts, "/");
}

} // namespace

Result<LockPage> locks_of(const Call& call, const LfsContext& place, const ListLocks& asked)
{
    const auto most = call.settings().server.lfs_locks_paging_num;
    const auto limit = asked.limit > 0 ? std::min(asked.limit, most) : most;
    db::Composition query(of_repository);
    query << bound(place.repository.id);
    if (!asked.path.empty()) query << " AND l.path = " << bound(asked.path);
    if (!asked.id.empty()) {
        const auto id = text::parse_integer(asked.id, 0);
        if (!id) return fail(Errc::bad_request, "a lock is named by a number");
        query << " AND l.id = " << bound(*id);
    }
    if (!asked.cursor.empty()) {
        const auto seen = text::parse_integer(asked.cursor, 0);
        if (!seen) return fail(Errc::bad_request, "this cursor was never given out");
        query << " AND l.id > " << bound(*seen);
    }
    const auto wanted = limit + 1;
    query << " ORDER BY l.id LIMIT " << bound(wanted);
    LockPage found{.locks = call.db().all<StoredLock>(query)};
    if (std::ssize(found.locks) > limit) {
        found.locks.pop_back();
        found.next_cursor = std::to_string(found.locks.back().id);
    }
    return found;
}

Result<LockedFile> lock_file(const Call& call, const LfsContext& place, const CreateLock& asked)
{
    const auto path = TRY(clean_path(asked.path));
    if (!place.person) return fail(Errc::forbidden, "a lock belongs to a person, and a deploy key is nobody's");
    const bool made = call.db().write([&](db::Transaction& tx) {
        return tx.run("INSERT INTO lfs_lock (repository_id, path, owner_id, created_at) VALUES ($1, $2, $3, $4)"
                      " ON CONFLICT DO NOTHING",
                      place.repository.id, path, place.person->id, Time::now())
            > 0;
    });
    db::Composition query(of_repository);
    query << bound(place.repository.id) << " AND l.path = " << bound(path);
    auto lock = call.db().first<StoredLock>(query);
    if (!lock) return fail(Errc::unavailable, "the file was unlocked meanwhile: try again");
    return LockedFile{.lock = std::move(*lock), .is_new = made};
}

Result<StoredLock> unlock_file(const Call& call, const LfsContext& place, std::int64_t lock_id, const Unlock& asked)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredLock> {
        db::Composition query(of_repository);
        query << bound(place.repository.id) << " AND l.id = " << bound(lock_id);
        auto lock = tx.first<StoredLock>(query);
        if (!lock) return not_found("the lock");
        if (lock->owner_id != place.viewer.id && !asked.force)
            return fail(Errc::forbidden, "this is the lock of " + lock->owner_name + ": only force removes it");
        tx.run("DELETE FROM lfs_lock WHERE id = $1", lock->id);
        return std::move(*lock);
    });
}

} // namespace cairn::lfs
