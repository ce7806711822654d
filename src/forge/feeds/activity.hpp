// What happened, newest first, as far as the caller may be told: there is one row for each event; whose feed it belongs
// to is found when somebody looks.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::db {
class Composition;
} // namespace cairn::db

namespace cairn::feeds {

struct StoredActivity {
    std::int64_t id = 0;
    std::int64_t actor_id = 0;
    std::int64_t repository_id = 0;
    std::string kind;
    std::string ref_name;
    std::string content;
    std::int64_t comment_id = 0;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredActivity, (),
                      (id, actor_id, repository_id, kind, ref_name, content, comment_id, created_at))

struct ActivityQuery {
    Paging paging{};
    std::string date{}; // only this day; one that cannot be read does not filter
    bool only_performed_by = false;
};

// Whether the caller is told of all that the person did; and whether of nothing.
bool is_insider(const api::Call&, const accounts::Account&);
bool hides_activity(const api::Call&, const accounts::Account&);

// Of a person who hides it, nothing. Of others the person and administrators see all, others what is not private.
Page<StoredActivity> activities_of_user(const api::Call&, const accounts::Account&, const ActivityQuery&);
Page<StoredActivity> activities_of_organization(const api::Call&, std::int64_t organization_id, const ActivityQuery&);
Page<StoredActivity> activities_of_team(const api::Call&, std::int64_t team_id, const ActivityQuery&);
Page<StoredActivity> activities_of_repository(const api::Call&, std::int64_t repository_id, const ActivityQuery&);

struct UserHeatmapData {
    std::int64_t timestamp = 0;
    std::int64_t contributions = 0;
};
BOOST_DESCRIBE_STRUCT(UserHeatmapData, (), (timestamp, contributions))
constexpr auto notes(const UserHeatmapData*)
{
    return std::array{Note{"", "How much somebody did in a quarter of an hour"},
                      Note{"timestamp", "its beginning, in seconds since 1970"}};
}

// How much a person did in the last year, as far as the caller may be told, the oldest first. Of one who hides it, and
// where the site shows none, nothing.
std::vector<UserHeatmapData> heatmap_of(const api::Call&, const accounts::Account&);

// Whether the caller is told at all when the person did something.
bool tells_when(const api::Call&, const accounts::Account&);
// Adds " FROM activity a ... WHERE ...": what the person did since then, as far as the caller may be told.
void add_year_of(db::Composition& query, const api::Call&, const accounts::Account&, Time since);

} // namespace cairn::feeds
