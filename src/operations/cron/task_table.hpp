// The tasks in the database: when they ran, when they will, and who runs them now.
#pragma once

#include "base/reflect.hpp"
#include "db/database.hpp"

namespace cairn::cron {

struct StoredTask {
    std::string name;
    std::string schedule;
    Time next_at;
    Time prev_at;
    std::int64_t exec_times = 0;
    Time lease_until;
};
BOOST_DESCRIBE_STRUCT(StoredTask, (), (name, schedule, next_at, prev_at, exec_times, lease_until))

class TaskTable {
public:
    // How long a task stays somebody's who does not say that it still is.
    static constexpr std::int64_t lease_seconds = 60;

    TaskTable(db::Database& db, std::string owner) : db_(db), owner_(std::move(owner)) { }

    std::vector<StoredTask> all();

    // Makes the task known. A schedule that has changed begins anew; otherwise the task keeps its appointment, also one
    // that it has missed while no server ran.
    void enter(std::string_view name, std::string_view schedule, Time next);

    // Whether the task is ours now: nobody runs it, and it is due. `next` is its next appointment.
    bool claim_due(std::string_view name, Time now, Time next);
    // The same for a task that somebody wants now; its appointment stays.
    bool claim(std::string_view name, Time now);

    void renew(Time now); // all that are ours
    void release(std::string_view name);
    void release_all();

private:
    db::Database& db_;
    std::string owner_;
};

} // namespace cairn::cron
