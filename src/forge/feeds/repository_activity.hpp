// What was opened, closed, merged and released in a repository since a time: the numbers, and the latest of each.
#pragma once

#include <string>
#include <vector>

#include "base/page.hpp"
#include "base/reflect.hpp"
#include "base/time.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::feeds {

struct HappenedIssue {
    std::int64_t number = 0;
    std::string title;
    std::string poster; // empty: the account is gone
    bool closed = false;
    bool draft = false;
    Time created_at;
    Time closed_at;
    Time merged_at;
};
BOOST_DESCRIBE_STRUCT(HappenedIssue, (), (number, title, poster, closed, draft, created_at, closed_at, merged_at))

struct HappenedRelease {
    std::string tag_name;
    std::string title;
    bool prerelease = false;
    Time published_at;
};
BOOST_DESCRIBE_STRUCT(HappenedRelease, (), (tag_name, title, prerelease, published_at))

// Each with the number of all of them, and at most `most` of the latest. Who may see what is asked by the caller.
Page<HappenedIssue> opened_since(db::Queries&, std::int64_t repository_id, bool pulls, Time since, std::int64_t most);
// Issues that are closed now.
Page<HappenedIssue> closed_since(db::Queries&, std::int64_t repository_id, Time since, std::int64_t most);
Page<HappenedIssue> merged_since(db::Queries&, std::int64_t repository_id, Time since, std::int64_t most);
Page<HappenedRelease> released_since(db::Queries&, std::int64_t repository_id, Time since, std::int64_t most);

} // namespace cairn::feeds
