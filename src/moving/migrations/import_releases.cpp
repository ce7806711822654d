// Releases of another server, with their files.
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "migrations/import_texts.hpp"

namespace cairn::migrations {

namespace {

constexpr std::size_t longest_title = 255;
constexpr std::size_t most_assets = 1000; // of one release

struct Tagged {
    std::string commit_id;
    Time created_at;
};

// Of a draft there may be no tag yet.
Result<std::optional<Tagged>> find_tagged(const Import& import, const std::string& tag)
{
    const auto repository = TRY(import.site.get<git::Repositories>().open(import.repository.storage));
    const auto commit = git::find_tag(*repository, tag);
    if (!commit) return std::nullopt;
    return Tagged{.commit_id = commit->hex(), .created_at = TRY(git::read_commit(*repository, *commit)).committer.when};
}

// One that nobody will ever get there is no reason to have none here; one that did not come today is.
Result<std::vector<attachments::Received>> fetch_assets(const Import& import, const SourceRelease& release)
{
    const auto largest = import.site.settings().repository_release.file_max_size;
    std::vector<attachments::Received> files;
    for (const auto& asset : release.assets) {
        if (files.size() == most_assets || asset.name.empty()) continue;
        auto file = fetch_file(import, asset, largest);
        if (file) files.push_back(std::move(file->received));
        else if (file.error().code == Errc::not_found) note_missing(import, file.error());
        else return std::unexpected(std::move(file).error());
    }
    return files;
}

Result<> take(const Import& import, const SourceRelease& release)
{
    const auto lower = text::to_lower(release.tag_name);
    if (!git::is_tag_name(release.tag_name)
        || import.site.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM release WHERE repository_id = $1"
                                       " AND lower_tag_name = $2) AS value",
                                       import.repository.id, lower))
        return {};
    const auto tagged = TRY(find_tagged(import, release.tag_name));
    if (!tagged && !release.draft) return {}; // nothing that could be given out
    const auto files = TRY(fetch_assets(import, release));
    const auto made = release.created_at.value_or(Time::now());
    if (release.author) import.authors.learn(*release.author);
    const auto author = release.author ? import.authors.account_of(*release.author) : std::nullopt;
    import.site.db.write([&](db::Transaction& tx) {
        const auto id = tx.first<std::int64_t>(
            "INSERT INTO release (repository_id, tag_name, lower_tag_name, target, title, note, author_id, commit_id,"
            " draft, prerelease, created_at, published_at)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING id",
            import.repository.id, release.tag_name, lower, release.target_commitish,
            to_text(std::string_view(release.name).substr(0, longest_title)), release.body,
            author.value_or(import.doer_id), tagged ? tagged->commit_id : std::string(), release.draft,
            release.prerelease, tagged && !release.draft ? tagged->created_at : made,
            release.draft ? Time{} : release.published_at.value_or(made));
        if (!id) return;
        for (const auto& file : files)
            attachments::keep(tx, file,
                              {.repository_id = import.repository.id, .release_id = id, .uploader_id = import.doer_id});
        tx.run("UPDATE repository SET release_count = (SELECT count(*) FROM release WHERE repository_id = $1"
               " AND NOT draft AND NOT tag_only) WHERE id = $1",
               import.repository.id);
    });
    return {};
}

} // namespace

Result<> import_releases(const Import& import)
{
    return for_each_item<SourceRelease>(import, "releases", "/releases?",
                                        [&](const SourceRelease& release) { return take(import, release); });
}

} // namespace cairn::migrations
