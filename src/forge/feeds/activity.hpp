// What happened, newest first, as far as the caller may be told: there is one row for each event; whose feed it belongs
// to is found when somebody looks.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

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

// Of a person who hides it, nothing. Of others the person and administrators see all, others what is not private.
Page<StoredActivity> activities_of_user(const api::Call&, const accounts::Account&, const ActivityQuery&);
Page<StoredActivity> activities_of_organization(const api::Call&, std::int64_t organization_id, const ActivityQuery&);
Page<StoredActivity> activities_of_team(const api::Call&, std::int64_t team_id, const ActivityQuery&);
Page<StoredActivity> activities_of_repository(const api::Call&, std::int64_t repository_id, const ActivityQuery&);

bool hides_activity(const api::Call&, const accounts::Account&);

} // namespace cairn::feeds
