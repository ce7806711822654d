// The id list cache: which rows lists and searches have found. Counting and finding by words cost more the more there
// is, and most questions are repeated (page after page, by one client after another), so the ids are kept for as long
// as all that was looked at has the versions that it had.
//
// Promises: what is given was found by the query when everything had the versions that are told, or later. In a
// transaction nothing is kept and nothing of before is given.
// Ownership: the cache belongs to the database; a list is shared with whoever holds it.
// Threads: any may call.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "db/composition.hpp"

namespace cairn::cache {

using VersionNumbers = std::vector<std::int64_t>;

// The versions of everything that a query looks at, read before it is asked. They come from columns and tables that
// triggers keep, so that the same numbers never stand for two contents; more than a few thousand are not worth a cache.
class Versions {
public:
    explicit Versions(std::function<VersionNumbers()> read) : numbers(read()), again(std::move(read)) { }
    // As they were read already, with how they are read once more (which only VERIFY does).
    Versions(VersionNumbers known, std::function<VersionNumbers()> read)
        : numbers(std::move(known)), again(std::move(read))
    {
    }

    VersionNumbers numbers;
    std::function<VersionNumbers()> again;
};

// The version of all that triggers note changes of in a table. Each change is a row there with an id that never comes
// again; now and then the row of a change replaces those before it. So the ids that can be seen are numbers that no two
// contents have in common, whatever transactions are committed in whatever order.
Versions versions_in(db::Queries&, db::Composition::Piece table_of_changes);

using Ids = std::vector<std::int64_t>;

std::shared_ptr<const Ids> ids(db::Queries&, const Versions&, const db::Composition& query);
// The one number that the query gives.
std::int64_t count(db::Queries&, const Versions&, const db::Composition& query);
// A page of the ids, and how many there are.
Page<std::int64_t> page_of_ids(db::Queries&, const Paging&, const Versions&, const db::Composition& query);

} // namespace cairn::cache
