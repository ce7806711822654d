// How far the copy of a repository from elsewhere is: a page that may be left, and that ends at the repository.
#include "db/database.hpp"
#include "migrations/migrating.hpp"
#include "pages/making/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using migrations::State;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice copy_called_off{"migration-canceled", Phrase("The copy is called off. It ends in a moment.")};

struct MigrationView {
    RepositoryPlace place;
    std::string clone_address;
    std::string service;
    std::string stage;
    std::int64_t done = 0;
    std::int64_t total = 0; // 0: nobody knows
    std::int64_t percent = 0;
    bool waiting = false;
    bool running = false;
    bool failed = false; // or called off
    bool canceled = false;
    std::string error;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(MigrationView, (),
                      (place, clone_address, service, stage, done, total, percent, waiting, running, failed, canceled,
                       error, created_at))

Result<MigrationView> show(Call& call, const RepositoryContext& place)
{
    const auto found = migrations::find_migration(call.db(), place.repository.id);
    if (!found) return not_found("the migration");
    if (found->state == State::done) return elsewhere(Errc::see_other, repository_address(place));
    return MigrationView{.place = repository_place(call, place, RepositoryTab::none),
                         .clone_address = found->clone_address,
                         .service = std::string(word_of(found->service)),
                         .stage = found->stage,
                         .done = found->done_count,
                         .total = found->total_count,
                         .percent = found->total_count > 0
                             ? std::min<std::int64_t>(100, found->done_count * 100 / found->total_count)
                             : 0,
                         .waiting = found->state == State::waiting,
                         .running = found->state == State::running,
                         .failed = found->state == State::failed || found->state == State::canceled,
                         .canceled = found->canceled,
                         .error = sentence(found->error),
                         .created_at = found->created_at};
}

Result<Done> cancel(Call& call, const RepositoryContext& place)
{
    TRY(migrations::cancel_migration(call, place));
    return done(repository_address(place) + "/migration", copy_called_off);
}

constexpr auto& page = shows<show, "making/migration", "repoGetMigration repoCancelMigration">;

using repositories::administers_repository;

// clang-format off
constexpr Operation migration_operations[] = {
    {GET,  "/{owner}/{repo}/migration",        scope::none, administers_repository, page,         200, "siteMigration",         "Show how far the copy of a repository is"},
    {POST, "/{owner}/{repo}/migration/cancel", scope::none, administers_repository, does<cancel>, 303, "siteMigrationCanceled", "Call off the copy of a repository"},
};
// clang-format on
static_assert(well_formed(migration_operations));

} // namespace

const Table migration_page_table{"site", migration_operations, Door::site, refuse_page};

} // namespace cairn::pages
