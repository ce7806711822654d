#include "migrations/import.hpp"

#include "db/database.hpp"
#include "repositories/social/topic.hpp"

namespace cairn::migrations {

namespace {

Result<> import_description(Import& import)
{
    const auto found = TRY(import.source.read<SourceRepository>(""));
    import.full_name = found.full_name;
    auto topics = repositories::sort_topics(found.topics).topics;
    if (topics.size() > repositories::most_topics) topics.resize(repositories::most_topics);
    import.site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE repository SET website = CASE WHEN website = '' THEN $2 ELSE website END,"
               " description = CASE WHEN description = '' THEN $3 ELSE description END WHERE id = $1",
               import.repository.id, found.website.substr(0, 1024), found.description.substr(0, 2048));
        repositories::set_topics(tx, import.repository.id, topics);
    });
    return {};
}

} // namespace

Result<> Import::note(std::string_view stage, std::int64_t done, std::int64_t total) const
{
    last = {.stage = std::string(stage), .done = done, .total = total};
    if (watch(last)) return {};
    return fail(Errc::conflict, "it was stopped");
}

Result<> import_all(const api::Site& site, const StoredMigration& migration, const remotes::Remote& remote,
                    const Wanted& wanted, const remotes::Watch& watch)
{
    remotes::Progress last;
    const auto source = TRY(Source::of(site.settings(), remote, [&] { return watch(last); }));
    auto repository = repositories::find_repository(site.db, migration.repository_id);
    if (!repository) return not_found("the repository");
    const Authors authors(site, source, remote);
    Import import{.site = site,
                  .source = source,
                  .authors = authors,
                  .repository = std::move(*repository),
                  .full_name = {},
                  .doer_id = migration.doer_id,
                  .watch = watch,
                  .last = last};
    TRY(import_description(import));
    if (wanted.labels) TRY(import_labels(import));
    if (wanted.milestones) TRY(import_milestones(import));
    if (wanted.issues) TRY(import_issues(import));
    if (wanted.pull_requests) TRY(import_pulls(import));
    if (wanted.issues || wanted.pull_requests) {
        TRY(import_times(import));
        TRY(import_dependencies(import));
    }
    if (wanted.releases) TRY(import_releases(import));
    return {};
}

} // namespace cairn::migrations
