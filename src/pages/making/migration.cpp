// How far the copy of a repository from elsewhere is: a page that may be left, and that ends at the repository.
#include "db/database.hpp"
#include "migrations/migrating.hpp"
#include "pages/making/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/places/shown_migration.hpp"

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
    ShownMigration migration;
    bool may_cancel = false;
    std::string service;
};
BOOST_DESCRIBE_STRUCT(MigrationView, (), (place, migration, may_cancel, service))

Result<MigrationView> show(Call& call, const RepositoryContext& place)
{
    const auto found = migrations::find_migration(call.db(), place.repository.id);
    if (!found) return not_found("the migration");
    if (found->state == State::done) return elsewhere(Errc::see_other, repository_address(place));
    return MigrationView{.place = repository_place(call, place, RepositoryTab::none),
                         .migration = show_migration(language_of(call), *found),
                         .may_cancel = !found->canceled,
                         .service = std::string(word_of(found->service))};
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
