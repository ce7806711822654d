// Copying a repository from elsewhere: asking for it, seeing how far it is, calling it off.
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "migrations/migrating.hpp"
#include "migrations/tables.hpp"
#include "repositories/show.hpp"

namespace cairn::migrations {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct RepositoryMigration {
    State state = State::waiting;
    Service service = Service::git;
    std::string clone_addr;
    std::string stage;
    std::int64_t done = 0;
    std::int64_t total = 0;
    std::string error;
    Time created_at;
    Time ended_at;
};
BOOST_DESCRIBE_STRUCT(RepositoryMigration, (),
                      (state, service, clone_addr, stage, done, total, error, created_at, ended_at))
constexpr auto notes(const RepositoryMigration*)
{
    return std::array{Note{"", "How far the copy of a repository from elsewhere is"},
                      Note{"state", "waiting, running, done, failed or canceled"},
                      Note{"stage", "what is being copied, in a few words"},
                      Note{"done", "how much of this stage is done"},
                      Note{"total", "how much there is of it; 0: nobody knows yet"},
                      Note{"error", "why it failed; never with credentials"}};
}

RepositoryMigration show(const StoredMigration& migration)
{
    return {.state = migration.state,
            .service = migration.service,
            .clone_addr = migration.clone_address,
            .stage = migration.stage,
            .done = migration.done_count,
            .total = migration.total_count,
            .error = migration.error,
            .created_at = migration.created_at,
            .ended_at = migration.ended_at.seconds != 0 ? migration.ended_at : Time::never()};
}

// RFC 7240: who does not want to wait says so.
bool wants_to_wait(const Call& call)
{
    return call.request.header("Prefer").find("respond-async") == std::string_view::npos;
}

Result<Answered<repositories::Repository>> migrate(Call& call, Body<MigrateRepoOptions> body)
{
    const auto begun = TRY(migrate_repository(call, body.value, wants_to_wait(call)));
    return Answered<repositories::Repository>{
        repositories::show_repository(
            call, begun.repository, begun.owner,
            access::access_to(call.db(), access::Viewer::of(call.caller), begun.repository.facts())),
        begun.copied ? 201 : 202};
}

Result<RepositoryMigration> get(Call& call, const RepositoryContext& place)
{
    const auto migration = find_migration(call.db(), place.repository.id);
    if (!migration) return not_found("the migration");
    return show(*migration);
}

Result<RepositoryMigration> cancel(Call& call, const RepositoryContext& place)
{
    return show(TRY(cancel_migration(call, place)));
}

// clang-format off
constexpr Operation migrate_operations[] = {
    {POST,   "/repos/migrate",                  scope::closed_to_public_only(scope::repository), accounts::signed_in, handle<migrate>, 201, "repoMigrate",         "Copy a repository from elsewhere", {403, 404, 409, 422, 429}},
    {GET,    "/repos/{owner}/{repo}/migration", scope::repository,                               repositories::administers_repository,     handle<get>,     200, "repoGetMigration",    "See how far the copy of a repository from elsewhere is"},
    {DELETE, "/repos/{owner}/{repo}/migration", scope::repository,                               repositories::administers_repository,     handle<cancel>,  202, "repoCancelMigration", "Call off the copy of a repository from elsewhere", {409}},
};
// clang-format on
static_assert(well_formed(migrate_operations));

} // namespace

const Table migrate_table{"repository", migrate_operations};

} // namespace cairn::migrations
