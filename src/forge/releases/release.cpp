#include "releases/release.hpp"

#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "base/case_folding.hpp"
#include "base/text.hpp"
#include "contents/commit.hpp"
#include "db/composition.hpp"
#include "git/references/ref_name.hpp"
#include "http/url.hpp"

namespace cairn::releases {

using access::Unit;
using api::Call;
using api::View;

namespace question {

Result<void> reads(const Call& call, const RepositoryContext& place)
{
    return repositories::question::reads_or_forbidden(call, place, Unit::releases);
}
Result<void> writes(const Call& call, const RepositoryContext& place)
{
    return repositories::question::writes(call, place, Unit::releases);
}

} // namespace question

namespace {

accounts::ShownAccounts authors_of(db::Queries& db, std::span<const StoredRelease> releases)
{
    std::vector<std::int64_t> ids;
    for (const auto& release : releases) ids.push_back(release.author_id);
    return {db, std::move(ids)};
}

// By name, and where no two have the same name with an address that people can read.
void name_assets(const contents::Addresses& addresses, const StoredRelease& release, std::vector<Attachment>& assets)
{
    std::ranges::stable_sort(assets, {}, &Attachment::name);
    if (std::ranges::adjacent_find(assets, {}, &Attachment::name) != assets.end()) return;
    for (auto& asset : assets)
        asset.browser_download_url = addresses.web + "/releases/download/" + http::encode_path_segment(release.tag_name)
            + "/" + http::encode_path_segment(asset.name);
}

} // namespace

bool sees_drafts(const Call& call, const RepositoryContext& place)
{
    return !call.caller.anonymous() && place.access.writes(Unit::releases)
        && call.caller.scopes.allows(api::Category::repository, api::Level::write);
}

std::vector<Release> show_releases(const View& view, const RepositoryContext& place,
                                   std::span<const StoredRelease> releases)
{
    if (releases.empty()) return {};
    std::vector<std::int64_t> ids;
    for (const auto& release : releases) ids.push_back(release.id);
    const auto authors = authors_of(view.db(), releases);
    auto assets = attachments::attachments_of_releases(view.db(), view.settings(), ids);
    const contents::Addresses addresses(view.settings(), place);
    std::vector<Release> shown;
    shown.reserve(releases.size());
    for (const auto& release : releases) {
        const auto number = std::to_string(release.id);
        const auto tag = http::encode_path_segment(release.tag_name);
        auto& added = shown.emplace_back(Release{.id = release.id,
                                                 .tag_name = release.tag_name,
                                                 .target_commitish = release.target,
                                                 .name = release.title,
                                                 .body = release.note,
                                                 .url = addresses.api + "/releases/" + number,
                                                 .html_url = addresses.web + "/releases/tag/" + tag,
                                                 .tarball_url = addresses.web + "/archive/" + tag + ".tar.gz",
                                                 .zipball_url = addresses.web + "/archive/" + tag + ".zip",
                                                 .upload_url = addresses.api + "/releases/" + number + "/assets",
                                                 .draft = release.draft,
                                                 .prerelease = release.prerelease,
                                                 .created_at = release.created_at,
                                                 .assets = std::move(assets[release.id])});
        if (!release.draft) added.published_at = release.published_at;
        if (const auto* author = authors.find(release.author_id))
            added.author = accounts::show_user_plainly(*author, false, view.settings());
        name_assets(addresses, release, added.assets);
    }
    return shown;
}

Release show_release(const View& view, const RepositoryContext& place, const StoredRelease& release)
{
    return std::move(show_releases(view, place, {&release, 1}).front());
}

std::vector<Attachment> assets_of(const Call& call, const RepositoryContext& place, const StoredRelease& release)
{
    auto assets = attachments::attachments_of_releases(call.db(), call.settings(), {release.id});
    auto& shown = assets[release.id];
    name_assets(contents::Addresses(call.settings(), place), release, shown);
    return std::move(shown);
}

Result<StoredRelease> find_release(db::Queries& db, const RepositoryContext& place, std::int64_t id, bool also_deleted)
{
    auto found =
        db.first<StoredRelease>("SELECT * FROM release WHERE repository_id = $1 AND id = $2", place.repository.id, id);
    if (!found || (found->tag_only && !also_deleted)) return not_found("the release");
    return std::move(*found);
}

Result<StoredRelease> find_release_of(db::Queries& db, const RepositoryContext& place, const std::string& tag_name)
{
    auto found = db.first<StoredRelease>(
        "SELECT * FROM release WHERE repository_id = $1 AND lower_tag_name = $2 AND NOT tag_only", place.repository.id,
        text::to_lower(tag_name));
    if (!found) return not_found("the release");
    return std::move(*found);
}

Result<StoredRelease> find_latest_release(db::Queries& db, const RepositoryContext& place)
{
    auto found = db.first<StoredRelease>(
        "SELECT * FROM release WHERE repository_id = $1 AND NOT tag_only AND NOT draft AND NOT prerelease"
        " ORDER BY created_at DESC, id DESC LIMIT 1",
        place.repository.id);
    if (!found) return not_found("the release");
    return std::move(*found);
}

void follow_tags(db::Transaction& tx, const events::Pushed& pushed)
{
    for (const auto& change : pushed.changes) {
        if (!change.name.starts_with(git::tags) || change.after.find_first_not_of('0') != change.after.npos) continue;
        const auto tag = change.name.substr(git::tags.size());
        tx.run("DELETE FROM release WHERE repository_id = $1 AND tag_name = $2 AND tag_only", pushed.repository_id,
               tag);
        if (tx.run("UPDATE release SET draft = TRUE, commit_id = '' WHERE repository_id = $1 AND tag_name = $2"
                   " AND NOT draft",
                   pushed.repository_id, tag)
            > 0)
            tx.run("UPDATE repository SET release_count = release_count - 1 WHERE id = $1", pushed.repository_id);
    }
}

namespace {

// For LIKE: what people write as * is the only thing that stands for others.
std::string like(std::string_view filter)
{
    std::string pattern = "%";
    for (const char c : fold_case(filter)) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c == '*' ? '%' : c;
    }
    return pattern + "%";
}

} // namespace

Page<StoredRelease> releases_of(const Call& call, const RepositoryContext& place, const ListReleases& wanted)
{
    db::Composition selection("SELECT * FROM release WHERE NOT tag_only AND repository_id = ");
    selection << db::bound(place.repository.id);
    if (!sees_drafts(call, place)) selection << " AND NOT draft";
    if (wanted.draft) selection << " AND draft = " << db::bound(*wanted.draft);
    if (wanted.pre_release) selection << " AND prerelease = " << db::bound(*wanted.pre_release);
    if (!wanted.tag_filter.empty())
        selection << " AND folded(tag_name) LIKE " << db::bound(like(wanted.tag_filter)) << " ESCAPE '\\'";
    selection << " ORDER BY created_at DESC, id DESC";
    return call.db().page<StoredRelease>(wanted, selection);
}

Result<StoredRelease> seen_release_of(const Call& call, const RepositoryContext& place, const std::string& tag_name)
{
    auto release = TRY(find_release_of(call.db(), place, tag_name));
    const bool writes = !call.caller.anonymous() && place.access.writes(Unit::releases);
    if (release.draft && !writes) return not_found("the release");
    return release;
}

Result<StoredRelease> seen_release(const Call& call, const RepositoryContext& place, std::int64_t id, bool also_deleted)
{
    auto release = TRY(find_release(call.db(), place, id, also_deleted));
    if (release.draft && !sees_drafts(call, place)) return not_found("the release");
    return release;
}

} // namespace cairn::releases

template <> const cairn::Type& cairn::type_of<cairn::releases::Release>()
{
    return detail::type<cairn::releases::Release>;
}
