#include "actions/schedule.hpp"

#include "actions/trigger_queue.hpp"
#include "config/schedule.hpp"
#include "db/database.hpp"

namespace cairn::actions {

namespace {

constexpr std::int64_t most_at_once = 100;

struct Due {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string file;
    std::string spec;
    std::int64_t actor_id = 0;
};
BOOST_DESCRIBE_STRUCT(Due, (), (id, repository_id, file, spec, actor_id))

struct SchedulePayload {
    std::string schedule;
};
BOOST_DESCRIBE_STRUCT(SchedulePayload, (), (schedule))

} // namespace

void keep_schedules(db::Transaction& tx, std::int64_t repository_id, const std::vector<ScheduledFile>& files,
                    std::int64_t actor_id)
{
    const auto now = Time::now();
    tx.run("DELETE FROM workflow_schedule WHERE repository_id = $1", repository_id);
    for (const auto& [file, spec] : files)
        if (const auto schedule = config::Schedule::parse(spec))
            tx.run("INSERT INTO workflow_schedule (repository_id, file, spec, actor_id, due_at)"
                   " VALUES ($1, $2, $3, $4, $5)",
                   repository_id, file, spec, actor_id, schedule->next(now));
}

void start_due(const api::Site& site, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto now = Time::now();
        const auto due = site.db.all<Due>("SELECT id, repository_id, file, spec, actor_id FROM workflow_schedule"
                                          " WHERE due_at <= $1 AND due_at > 0 ORDER BY due_at LIMIT $2",
                                          now, most_at_once);
        if (due.empty()) return;
        site.db.write([&](db::Transaction& tx) {
            for (const auto& one : due) {
                const auto schedule = config::Schedule::parse(one.spec);
                const auto next = schedule ? schedule->next(now) : Time::never();
                // Another node may have noted it.
                if (tx.run("UPDATE workflow_schedule SET due_at = $2 WHERE id = $1 AND due_at <= $3", one.id, next, now)
                    == 0)
                    continue;
                const SchedulePayload payload{one.spec};
                note_event(tx,
                           {.repository_id = one.repository_id,
                            .event = "schedule",
                            .payload = api::to_json(type_of<SchedulePayload>(), &payload),
                            .file = one.file,
                            .actor_id = one.actor_id});
            }
        });
    }
}

} // namespace cairn::actions
