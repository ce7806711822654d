// Locks of files: who says to be working on what. They tell, and do not stop a push.
#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "lfs/guards.hpp"
#include "lfs/tables.hpp"

namespace cairn::lfs {

using namespace api;
using enum Method;
using db::bound;

namespace {

constexpr std::size_t longest_path = 4096;

constexpr Guard reads = lfs_guard<Need::read_signed_in, true>("sees locks");
constexpr Guard locks = lfs_guard<Need::write, true>("locks files");

struct LockOwner {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(LockOwner, (), (name))

struct Lock {
    std::string id;
    std::string path;
    Time locked_at;
    LockOwner owner;
};
BOOST_DESCRIBE_STRUCT(Lock, (), (id, path, locked_at, owner))

struct LockAnswer {
    Lock lock;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(LockAnswer, (), (lock, message))
constexpr auto notes(const LockAnswer*) { return std::array{Note{.member = "message", .omit_empty = true}}; }

struct LockList {
    std::vector<Lock> locks;
    std::string next_cursor;
};
BOOST_DESCRIBE_STRUCT(LockList, (), (locks, next_cursor))
constexpr auto notes(const LockList*) { return std::array{Note{.member = "next_cursor", .omit_empty = true}}; }

struct PartedLocks {
    std::vector<Lock> ours;
    std::vector<Lock> theirs;
    std::string next_cursor;
};
BOOST_DESCRIBE_STRUCT(PartedLocks, (), (ours, theirs, next_cursor))
constexpr auto notes(const PartedLocks*) { return std::array{Note{.member = "next_cursor", .omit_empty = true}}; }

struct ListQuery {
    std::string path;
    std::string id;
    std::int64_t limit = 0;
    std::string cursor;
};
BOOST_DESCRIBE_STRUCT(ListQuery, (), (path, id, limit, cursor))

struct CreateLock {
    std::string path;
};
BOOST_DESCRIBE_STRUCT(CreateLock, (), (path))

struct VerifyLocks {
    std::int64_t limit = 0;
    std::string cursor;
};
BOOST_DESCRIBE_STRUCT(VerifyLocks, (), (limit, cursor))

struct Unlock {
    bool force = false;
};
BOOST_DESCRIBE_STRUCT(Unlock, (), (force))

struct LockPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(LockPath, (), (id))

struct StoredLock {
    std::int64_t id = 0;
    std::string path;
    std::int64_t owner_id = 0;
    std::string owner_name;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredLock, (), (id, path, owner_id, owner_name, created_at))

constexpr db::Composition::Piece of_repository =
    "SELECT l.id, l.path, l.owner_id, a.name AS owner_name, l.created_at FROM lfs_lock l"
    " JOIN account a ON a.id = l.owner_id WHERE l.repository_id = ";

Lock show(const StoredLock& lock)
{
    return {.id = std::to_string(lock.id),
            .path = lock.path,
            .locked_at = lock.created_at,
            .owner = {.name = lock.owner_name}};
}

// A page of locks: those after the cursor, which is the last one that the client has seen.
struct LockPage {
    std::vector<StoredLock> locks;
    std::string next_cursor;
};

Result<LockPage> page(const Call& call, const LfsContext& place, const ListQuery& asked)
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

Result<LockList> list(Call& call, const LfsContext& place, Query<ListQuery> query)
{
    auto found = TRY(page(call, place, query.value));
    LockList answer{.locks = {}, .next_cursor = std::move(found.next_cursor)};
    for (const auto& lock : found.locks) answer.locks.push_back(show(lock));
    return answer;
}

Result<PartedLocks> part(Call& call, const LfsContext& place)
{
    const auto asked = TRY(read_lfs_body<VerifyLocks>(call));
    auto found = TRY(page(call, place, {.path = {}, .id = {}, .limit = asked.limit, .cursor = asked.cursor}));
    PartedLocks answer{.ours = {}, .theirs = {}, .next_cursor = std::move(found.next_cursor)};
    for (const auto& lock : found.locks)
        (lock.owner_id == place.viewer.id ? answer.ours : answer.theirs).push_back(show(lock));
    return answer;
}

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

Result<Answered<LockAnswer>> create(Call& call, const LfsContext& place)
{
    const auto asked = TRY(read_lfs_body<CreateLock>(call));
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
    const auto lock = call.db().first<StoredLock>(query);
    if (!lock) return fail(Errc::unavailable, "the file was unlocked meanwhile: try again");
    if (made) return Answered<LockAnswer>{{.lock = show(*lock), .message = {}}, 201};
    return Answered<LockAnswer>{{.lock = show(*lock), .message = lock->owner_name + " has locked this file already"},
                                409};
}

Result<LockAnswer> unlock(Call& call, const LfsContext& place, Path<LockPath> path)
{
    const auto asked = TRY(read_lfs_body<Unlock>(call));
    return call.db().write([&](db::Transaction& tx) -> Result<LockAnswer> {
        db::Composition query(of_repository);
        query << bound(place.repository.id) << " AND l.id = " << bound(path->id);
        const auto lock = tx.first<StoredLock>(query);
        if (!lock) return not_found("the lock");
        if (lock->owner_id != place.viewer.id && !asked.force)
            return fail(Errc::forbidden, "this is the lock of " + lock->owner_name + ": only force removes it");
        tx.run("DELETE FROM lfs_lock WHERE id = $1", lock->id);
        return LockAnswer{.lock = show(*lock), .message = {}};
    });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/{owner}/{repo}/info/lfs/locks",             scope::none, reads, handle<list>,   200, "lfsListLocks",   "List the locks of files"},
    {POST, "/{owner}/{repo}/info/lfs/locks",             scope::none, locks, handle<create>, 201, "lfsLock",        "Lock a file"},
    {POST, "/{owner}/{repo}/info/lfs/locks/verify",      scope::none, locks, handle<part>,   200, "lfsVerifyLocks", "List the locks of files, one's own apart from those of others"},
    {POST, "/{owner}/{repo}/info/lfs/locks/{id}/unlock", scope::none, locks, handle<unlock>, 200, "lfsUnlock",      "Unlock a file"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table lock_table{"lfs", operations, Door::site, &refuse_lock, Listens{true, false, true}};

} // namespace cairn::lfs
