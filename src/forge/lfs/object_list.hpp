// Which large files a repository has, for whoever keeps it.
#pragma once

#include "base/page.hpp"
#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Queries;
} // namespace cairn::db
namespace cairn::repositories {
struct StoredRepository;
} // namespace cairn::repositories

namespace cairn::lfs {

struct ListedObject {
    std::string oid;
    std::int64_t size = 0;
    Time created_at; // when the repository got it, or was last shown to need it
};
BOOST_DESCRIBE_STRUCT(ListedObject, (), (oid, size, created_at))

// A page of them, the latest first.
Page<ListedObject> list_objects(db::Queries&, std::int64_t repository_id, const Paging&);

// Of the oldest ones, at most so many, those whose usual pointer is nowhere in git: they will be collected, unless one
// points to them in unusual words. That costs a look at git for each. Whether all were looked at.
struct OrphanedObjects {
    std::vector<ListedObject> objects;
    bool all = true;
};
Result<OrphanedObjects> find_orphaned(const api::Site&, const repositories::StoredRepository&, std::int64_t most);

} // namespace cairn::lfs
