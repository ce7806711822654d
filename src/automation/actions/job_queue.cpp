#include "actions/job_queue.hpp"

#include "db/composition.hpp"

namespace cairn::actions {

using db::bound;

Page<QueuedJobs> queued_jobs(db::Queries& db, const Paging& paging)
{
    return db.page<QueuedJobs>(paging,
                               "SELECT labels, count(*) AS jobs, min(updated_at) AS since, min(id) AS oldest"
                               " FROM action_job WHERE status = 'waiting' GROUP BY labels ORDER BY since, labels");
}

std::int64_t count_queued(db::Queries& db)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM action_job WHERE status = 'waiting'");
}

std::map<std::int64_t, JobPlace> places_of_jobs(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, JobPlace> places;
    if (ids.empty()) return places;
    db::Composition query("SELECT j.id, j.run_id, o.name AS owner, r.name AS repository, j.name FROM action_job j"
                          " JOIN repository r ON r.id = j.repository_id JOIN account o ON o.id = r.owner_id"
                          " WHERE j.id IN ");
    query << bound(ids);
    for (auto& place : db.all<JobPlace>(query)) {
        const auto id = place.id;
        places.emplace(id, std::move(place));
    }
    return places;
}

} // namespace cairn::actions
