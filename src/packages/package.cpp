#include "packages/package.hpp"

#include <unordered_map>

#include "accounts/shown_accounts.hpp"
#include "base/distinct.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "http/url.hpp"

namespace cairn::packages {

using api::View;
using db::bound;
using repositories::Repository;
using repositories::StoredRepository;

namespace {

constexpr auto version_by_id = select_versions + " WHERE v.id = $1";
constexpr auto version_by_name = select_versions + " WHERE v.package_id = $1 AND v.lower_version = $2";

accounts::ShownAccounts people_of(db::Queries& db, std::span<const StoredVersion> versions)
{
    std::vector<std::int64_t> ids;
    for (const auto& version : versions) ids.insert(ids.end(), {version.owner_id, version.creator_id});
    return {db, std::move(ids)};
}

// Those that the viewer may see.
std::unordered_map<std::int64_t, Repository> repositories_of(const View& view, std::span<const StoredVersion> versions)
{
    std::vector<std::int64_t> ids;
    for (const auto& version : versions)
        if (version.repository_id != 0) ids.push_back(version.repository_id);
    make_distinct(ids);
    std::unordered_map<std::int64_t, Repository> found;
    if (ids.empty()) return found;
    const auto viewer = access::Viewer::of(view.caller);
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << bound(ids) << " AND ";
    access::add_sees(query, viewer);
    for (auto& shown : repositories::show_repositories(view, view.db().all<StoredRepository>(query), viewer))
        found.emplace(shown.id, std::move(shown));
    return found;
}

} // namespace

std::optional<StoredPackage> find_package(db::Queries& db, std::int64_t owner_id, std::string_view type,
                                          std::string_view name)
{
    return db.first<StoredPackage>("SELECT id, owner_id, type, name, repository_id, created_at FROM package"
                                   " WHERE owner_id = $1 AND type = $2 AND lower_name = $3",
                                   owner_id, type, text::to_lower(name));
}

std::optional<StoredVersion> find_version(db::Queries& db, std::int64_t package_id, std::string_view version)
{
    return db.first<StoredVersion>(version_by_name.text, package_id, text::to_lower(version));
}

std::optional<StoredVersion> find_version(db::Queries& db, std::int64_t id)
{
    return db.first<StoredVersion>(version_by_id.text, id);
}

Result<StoredVersion> find_version(db::Queries& db, const StoredPackage& package, std::string_view version)
{
    auto found = find_version(db, package.id, version);
    if (!found) return not_found("the version");
    return std::move(*found);
}

Result<StoredFile> find_file(db::Queries& db, const StoredVersion& version, std::string_view name)
{
    auto found = db.first<StoredFile>("SELECT c.uuid, f.name, c.sha256 FROM package_file f"
                                      " JOIN package_content c ON c.id = f.content_id"
                                      " WHERE f.version_id = $1 AND f.lower_name = $2",
                                      version.id, text::to_lower(name));
    if (!found) return not_found("the file");
    return std::move(*found);
}

Result<StoredFile> find_file(db::Queries& db, const StoredVersion& version, std::int64_t id)
{
    auto found = db.first<StoredFile>("SELECT c.uuid, f.name, c.sha256 FROM package_file f"
                                      " JOIN package_content c ON c.id = f.content_id"
                                      " WHERE f.version_id = $1 AND f.id = $2",
                                      version.id, id);
    if (!found) return not_found("the file");
    return std::move(*found);
}

std::vector<PackageFile> files_of(db::Queries& db, std::int64_t version_id)
{
    return db.all<PackageFile>("SELECT f.id, c.size, f.name, c.md5, c.sha1, c.sha256, c.sha512 FROM package_file f"
                               " JOIN package_content c ON c.id = f.content_id WHERE f.version_id = $1 ORDER BY f.id",
                               version_id);
}

std::vector<Package> show_packages(const View& view, std::span<const StoredVersion> versions)
{
    if (versions.empty()) return {};
    const auto people = people_of(view.db(), versions);
    const auto repositories = repositories_of(view, versions);
    const auto show_person = [&](std::int64_t id) {
        return accounts::show_user(people.at(id), view.caller, view.settings());
    };
    std::vector<Package> shown;
    shown.reserve(versions.size());
    for (const auto& version : versions) {
        auto& added = shown.emplace_back(Package{.id = version.id,
                                                 .owner = show_person(version.owner_id),
                                                 .repository = {},
                                                 .creator = show_person(version.creator_id),
                                                 .type = version.type,
                                                 .name = version.name,
                                                 .version = version.version,
                                                 .html_url = {},
                                                 .created_at = version.created_at});
        added.html_url = added.owner.html_url + "/-/packages/" + version.type + "/"
            + http::encode_path_segment(text::to_lower(version.name)) + "/"
            + http::encode_path_segment(text::to_lower(version.version));
        if (const auto linked = repositories.find(version.repository_id); linked != repositories.end())
            added.repository = linked->second;
    }
    return shown;
}

Package show_package(const View& view, const StoredVersion& version)
{
    return std::move(show_packages(view, {&version, 1}).front());
}

} // namespace cairn::packages
