#include "repositories/references/post_push_worker.hpp"

#include "api/call.hpp"
#include "db/database.hpp"
#include "repositories/references/branch_check.hpp"
#include "repositories/repository.hpp"
#include "repositories/statistics/figures.hpp"

namespace cairn::repositories {

namespace {

Result<bool> take_step(const api::Site& site, std::int64_t repository_id, const Step& step, int most_pieces,
                       const std::stop_token& stop)
{
    try {
        for (int pieces = 0; pieces < most_pieces; ++pieces) {
            if (stop.stop_requested()) return fail(Errc::unavailable, "the server stops");
            if (!TRY(step.take(site, repository_id, stop))) return false;
        }
        return true;
    } catch (const std::exception& error) {
        return fail(Errc::unavailable, error.what());
    }
}

Result<jobs::Outcome> try_steps(const api::Site& site, const jobs::Job& job, std::span<const Step> steps, int pieces,
                                const std::stop_token& stop)
{
    std::optional<Error> failed;
    bool more = false;
    for (const auto& step : steps) {
        const auto left = take_step(site, job.key_number(), step, pieces, stop);
        if (!left && !failed) failed = left.error();
        more |= left.value_or(false);
    }
    if (failed) return std::unexpected(std::move(*failed));
    return more ? jobs::Outcome::again() : jobs::Outcome::done();
}

Result<jobs::Outcome> take_steps(const api::Site& site, const jobs::Job& job, std::span<const Step> steps, int pieces,
                                 const std::stop_token& stop)
{
    auto outcome = try_steps(site, job, steps, pieces, stop);
    // Deleted meanwhile: what is left of it goes now, not after the pause of a failure.
    if (!outcome && !find_repository(site.db, job.key_number())) outcome = try_steps(site, job, steps, pieces, stop);
    return outcome;
}

} // namespace

void put_job(db::Transaction& tx, std::string_view kind, std::int64_t repository_id)
{
    // The account waits for it: a hundred repositories of one do not stand before the first of another.
    const auto account = tx.first<std::int64_t>("SELECT owner_id FROM repository WHERE id = $1", repository_id);
    jobs::put(tx, {.kind = kind, .owner = std::to_string(account.value_or(0)), .key = std::to_string(repository_id)});
}

void put_index_jobs(db::Transaction& tx, std::int64_t repository_id)
{
    put_job(tx, index_job, repository_id);
    put_job(tx, content_index_job, repository_id);
    put_job(tx, statistics_job, repository_id);
}

jobs::Kind steps_kind(const api::Site& site, std::string_view name, std::span<const Step> steps, unsigned concurrency,
                      int pieces)
{
    return {.name = std::string(name),
            .handler = [&site, steps,
                        pieces](const jobs::Job& job,
                                const std::stop_token& stop) { return take_steps(site, job, steps, pieces, stop); },
            .concurrency = concurrency,
            .order = jobs::Order::merged,
            .retry = {.first_pause = 30, .longest_pause = 3600, .most_attempts = 5},
            .of_one_owner = concurrency - 1};
}

Result<bool> count_step(const api::Site& site, std::int64_t repository_id)
{
    TRY(count_figures(site, repository_id));
    TRY(tidy_up(site, repository_id));
    return false;
}

Result<jobs::Outcome> record_missed_job(const api::Site& site, const jobs::Job&, const std::stop_token& stop)
{
    record_missed_pushes(site.db, site.events, site.get<git::Store>(),
                         find_missed_pushes(site.db, site.get<git::Store>(), stop));
    return jobs::Outcome::done();
}

} // namespace cairn::repositories
