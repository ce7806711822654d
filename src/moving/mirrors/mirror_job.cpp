#include "mirrors/mirror_job.hpp"

#include "jobs/job.hpp"

namespace cairn::mirrors {

void put_jobs(db::Transaction& tx, std::string_view kind, std::span<const DueMirror> due)
{
    for (const auto& mirror : due)
        jobs::put(tx, {.kind = kind, .owner = std::to_string(mirror.owner_id), .key = std::to_string(mirror.id)});
}

remotes::Watch watch_mirror(db::Database& db, db::Sql find, std::int64_t key, std::stop_token stop)
{
    constexpr std::int64_t often = 15;
    return [&db, find, key, stop = std::move(stop), looked = Time::now()](const remotes::Progress&) mutable {
        if (stop.stop_requested()) return false;
        const auto now = Time::now();
        if (now.seconds - looked.seconds < often) return true;
        looked = now;
        return db.first<std::int64_t>(find, key).has_value();
    };
}

} // namespace cairn::mirrors
