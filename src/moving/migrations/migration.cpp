#include "migrations/migration.hpp"

#include "db/database.hpp"
#include "jobs/job_table.hpp"
#include "remotes/credentials.hpp"

namespace cairn::migrations {

namespace {

constexpr std::array<bool Wanted::*, 7> parts{&Wanted::wiki,   &Wanted::labels,        &Wanted::milestones,
                                              &Wanted::issues, &Wanted::pull_requests, &Wanted::releases,
                                              &Wanted::lfs};

} // namespace

std::int64_t Wanted::stored() const
{
    std::int64_t bits = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (this->*parts[i]) bits |= std::int64_t{1} << i;
    return bits;
}

Wanted Wanted::from_stored(std::int64_t bits)
{
    Wanted wanted;
    for (std::size_t i = 0; i < parts.size(); ++i) wanted.*parts[i] = (bits >> i & 1) != 0;
    return wanted;
}

std::optional<StoredMigration> find_migration(db::Queries& db, std::int64_t repository_id)
{
    return db.first<StoredMigration>("SELECT * FROM migration WHERE repository_id = $1", repository_id);
}

EnteredMigration enter_migration(const config::Settings& settings, db::Transaction& tx, const StoredMigration& wanted,
                                 const remotes::Credentials& credentials, bool ours)
{
    const auto now = Time::now();
    EnteredMigration entered{tx.one<StoredMigration>(
        "INSERT INTO migration (repository_id, doer_id, service, clone_address, credentials, wanted,"
        " mirror_interval, state, created_at, lfs_endpoint) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
        " RETURNING *",
        wanted.repository_id, wanted.doer_id, wanted.service, wanted.clone_address,
        remotes::seal(settings, credentials, wanted.repository_id), wanted.wanted, wanted.mirror_interval,
        ours ? State::running : State::waiting, now, wanted.lfs_endpoint)};
    const auto owner = std::to_string(wanted.doer_id);
    const auto key = std::to_string(wanted.repository_id);
    const jobs::NewJob job{.kind = migration_job, .owner = owner, .key = key};
    if (ours) entered.held = jobs::hold(tx, job, Time{now.seconds + held_seconds});
    else jobs::put(tx, job);
    return entered;
}

} // namespace cairn::migrations
