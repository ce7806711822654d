// Locks of files: who says to be working on what. They tell, and do not stop a push.
#pragma once

#include "lfs/guards.hpp"

namespace cairn::lfs {

struct StoredLock {
    std::int64_t id = 0;
    std::string path;
    std::int64_t owner_id = 0;
    std::string owner_name;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredLock, (), (id, path, owner_id, owner_name, created_at))

struct ListLocks {
    std::string path;
    std::string id;
    std::int64_t limit = 0;
    std::string cursor;
};
BOOST_DESCRIBE_STRUCT(ListLocks, (), (path, id, limit, cursor))

struct CreateLock {
    std::string path;
};
BOOST_DESCRIBE_STRUCT(CreateLock, (), (path))

struct Unlock {
    bool force = false;
};
BOOST_DESCRIBE_STRUCT(Unlock, (), (force))

// A page of locks: those after the cursor, which is the last one that the client has seen.
struct LockPage {
    std::vector<StoredLock> locks;
    std::string next_cursor;
};

// Those that fit, the oldest first. Errc::bad_request for an id or a cursor that cannot be one.
Result<LockPage> locks_of(const api::Call&, const LfsContext&, const ListLocks&);

// The caller's from now on, unless somebody (it may be they) has locked the file already: then it is that lock.
// Errc::unprocessable for a path that leads nowhere, Errc::forbidden for a deploy key, which is nobody,
// Errc::unavailable where another's lock was removed in this moment.
struct LockedFile {
    StoredLock lock;
    bool is_new = false;
};
Result<LockedFile> lock_file(const api::Call&, const LfsContext&, const CreateLock&);

// The lock that was. Errc::not_found, Errc::forbidden for another's without force.
Result<StoredLock> unlock_file(const api::Call&, const LfsContext&, std::int64_t lock_id, const Unlock&);

} // namespace cairn::lfs
