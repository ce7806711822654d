// What another server with the same API has besides git: topics, labels, milestones, issues and pull requests with what
// was said about them and all that hangs on them, and releases; with their files. Each is taken over whole or not at
// all, and not again if it is there: so an import that was interrupted goes on where it was.
#pragma once

#include "api/call.hpp"
#include "migrations/authors.hpp"
#include "migrations/migration.hpp"
#include "migrations/source.hpp"
#include "remotes/git_remote.hpp"
#include "repositories/repository.hpp"

namespace cairn::migrations {

// What the parts of an import need to know.
struct Import {
    const api::Site& site;
    const Source& source;
    const Authors& authors;
    repositories::StoredRepository repository;
    std::string full_name;    // of the repository there
    std::int64_t doer_id = 0; // who has it copied
    const remotes::Watch& watch;
    remotes::Progress& last; // that was told

    // Errc::conflict when it is to end.
    Result<> note(std::string_view stage, std::int64_t done, std::int64_t total) const;
};

Result<> import_all(const api::Site&, const StoredMigration&, const remotes::Remote&, const Wanted&,
                    const remotes::Watch&);

Result<> import_labels(const Import&);     // import_labels.cpp
Result<> import_milestones(const Import&); // import_labels.cpp
Result<> import_issues(const Import&);     // import_issues.cpp
Result<> import_pulls(const Import&);      // import_pulls.cpp
Result<> import_releases(const Import&);   // import_releases.cpp
// Once all issues and pull requests are there.
Result<> import_times(const Import&);        // import_ties.cpp
Result<> import_dependencies(const Import&); // import_ties.cpp

// Each item of each page. How many a page has is the other server's choice.
template <class T, class F>
Result<> for_each_item(const Import& import, std::string_view stage, const std::string& path, F take)
{
    constexpr std::int64_t most_pages = 100'000;
    std::int64_t done = 0;
    for (std::int64_t number = 1; number <= most_pages; ++number) {
        const auto page = TRY(import.source.page<T>(path, number));
        for (const auto& item : page.items) {
            TRY(take(item));
            TRY(import.note(stage, ++done, page.total));
        }
        if (page.items.empty() || (page.total > 0 && done >= page.total)) break;
    }
    return {};
}

} // namespace cairn::migrations
