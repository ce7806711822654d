// /{owner}/{repo}/info/lfs/locks: the operations on locks of files.
#include "lfs/lock.hpp"
#include "lfs/tables.hpp"

namespace cairn::lfs {

using namespace api;
using enum Method;

namespace {

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

struct VerifyLocks {
    std::int64_t limit = 0;
    std::string cursor;
};
BOOST_DESCRIBE_STRUCT(VerifyLocks, (), (limit, cursor))

struct LockPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(LockPath, (), (id))

Lock show(const StoredLock& lock)
{
    return {.id = std::to_string(lock.id),
            .path = lock.path,
            .locked_at = lock.created_at,
            .owner = {.name = lock.owner_name}};
}

Result<LockList> list(Call& call, const LfsContext& place, Query<ListLocks> query)
{
    auto found = TRY(locks_of(call, place, query.value));
    LockList answer{.locks = {}, .next_cursor = std::move(found.next_cursor)};
    for (const auto& lock : found.locks) answer.locks.push_back(show(lock));
    return answer;
}

Result<PartedLocks> part(Call& call, const LfsContext& place)
{
    const auto asked = TRY(read_lfs_body<VerifyLocks>(call));
    auto found = TRY(locks_of(call, place, {.path = {}, .id = {}, .limit = asked.limit, .cursor = asked.cursor}));
    PartedLocks answer{.ours = {}, .theirs = {}, .next_cursor = std::move(found.next_cursor)};
    for (const auto& lock : found.locks)
        (lock.owner_id == place.viewer.id ? answer.ours : answer.theirs).push_back(show(lock));
    return answer;
}

Result<Answered<LockAnswer>> create(Call& call, const LfsContext& place)
{
    const auto asked = TRY(read_lfs_body<CreateLock>(call));
    const auto [lock, is_new] = TRY(lock_file(call, place, asked));
    if (is_new) return Answered<LockAnswer>{{.lock = show(lock), .message = {}}, 201};
    return Answered<LockAnswer>{{.lock = show(lock), .message = lock.owner_name + " has locked this file already"},
                                409};
}

Result<LockAnswer> unlock(Call& call, const LfsContext& place, Path<LockPath> path)
{
    const auto asked = TRY(read_lfs_body<Unlock>(call));
    return LockAnswer{.lock = show(TRY(unlock_file(call, place, path->id, asked))), .message = {}};
}

// clang-format off
constexpr Operation lock_operations[] = {
    {GET,  "/{owner}/{repo}/info/lfs/locks",             scope::none, reads, handle<list>,   200, "lfsListLocks",   "List the locks of files"},
    {POST, "/{owner}/{repo}/info/lfs/locks",             scope::none, locks, handle<create>, 201, "lfsLock",        "Lock a file"},
    {POST, "/{owner}/{repo}/info/lfs/locks/verify",      scope::none, locks, handle<part>,   200, "lfsVerifyLocks", "List the locks of files, one's own apart from those of others"},
    {POST, "/{owner}/{repo}/info/lfs/locks/{id}/unlock", scope::none, locks, handle<unlock>, 200, "lfsUnlock",      "Unlock a file"},
};
// clang-format on
static_assert(well_formed(lock_operations));

} // namespace

const Table lock_table{"lfs", lock_operations, Door::site, &refuse_lock, Listens{true, false, true}};

} // namespace cairn::lfs
