#include "pages/code/shown_release.hpp"

#include "config/settings.hpp"
#include "contents/holders.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/code/written_text.hpp"

namespace cairn::pages {

using api::Call;
using git::ObjectId;
using releases::StoredRelease;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t longest_in_list = 32 * 1024; // notes, in bytes

using Distances = std::vector<std::optional<git::Distance>>;

// What git cannot tell is not worth a page without the rest.
Distances distances_of(const Call& call, const RepositoryContext& place, std::span<const StoredRelease> releases)
{
    const Distances none(releases.size());
    if (!place.access.reads(access::Unit::code) || place.repository.empty) return none;
    const auto repository = contents::open_repository(call, place);
    if (!repository) return none;
    const auto base = git::find_branch(**repository, place.repository.default_branch);
    if (!base) return none;
    std::vector<ObjectId> commits;
    for (const auto& release : releases) commits.push_back(ObjectId::parse(release.commit_id).value_or(*base));
    return contents::distances(**repository, commits, *base);
}

} // namespace

bool may_change_releases(const Call& call, const RepositoryContext& place)
{
    return !call.caller.anonymous() && place.access.writes(access::Unit::releases) && !place.repository.archived();
}

std::string releases_address(const RepositoryContext& place) { return repository_address(place) + "/releases"; }

std::string release_address(const RepositoryContext& place, const std::string& tag)
{
    return releases_address(place) + "/tag/" + contents::escape_path(tag);
}

std::vector<ShownRelease> show_release_rows(const Call& call, const RepositoryContext& place,
                                            std::span<const StoredRelease> releases, bool in_list)
{
    auto shown = releases::show_releases(call, place, releases);
    const auto latest = releases::find_latest_release(call.db(), place);
    const auto distances = distances_of(call, place, releases);
    const bool archives =
        place.access.reads(access::Unit::code) && !call.settings().repository.disable_download_source_archives;
    std::vector<ShownRelease> rows;
    for (std::size_t i = 0; i < releases.size(); ++i) {
        const auto& stored = releases[i];
        ShownRelease row{.release = std::move(shown[i]),
                         .title = stored.title.empty() ? stored.tag_name : stored.title,
                         .commit = stored.commit_id,
                         .latest = latest && latest->id == stored.id,
                         .has_archives = archives && !stored.commit_id.empty(),
                         .default_branch = place.repository.default_branch};
        row.cut = in_list && stored.note.size() > longest_in_list;
        if (!row.cut) {
            if (auto notes = notes_text(call, place, stored.note)) {
                row.has_notes = true;
                row.notes = std::move(*notes);
            }
        }
        if (const auto& distance = distances[i]; distance && !row.commit.empty() && distance->behind > 0)
            row.since = static_cast<std::int64_t>(distance->behind);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace cairn::pages
