#include "packages/listing.hpp"

#include "base/case_folding.hpp"
#include "db/composition.hpp"

namespace cairn::packages {

using api::Call;
using db::bound;

namespace {

std::string like(std::string_view part)
{
    std::string pattern = "%";
    for (const char c : fold_case(part)) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + "%";
}

struct VersionSize {
    std::int64_t id = 0;
    std::int64_t size = 0;
};
BOOST_DESCRIBE_STRUCT(VersionSize, (), (id, size))

void add_filters(db::Composition& query, const ListPackages& wanted)
{
    if (!wanted.type.empty()) query << " AND p.type = " << bound(wanted.type);
    if (!wanted.q.empty()) query << " AND folded(p.name) LIKE " << bound(like(wanted.q)) << " ESCAPE '\\'";
    query << " ORDER BY v.id DESC";
}

} // namespace

Page<StoredVersion> packages_of(const Call& call, const OwnerContext& at, const ListPackages& wanted)
{
    db::Composition query(select_versions.text);
    query << " WHERE p.owner_id = " << bound(at.owner.id) << " AND ";
    access::add_opens_package(query, at.viewer);
    add_filters(query, wanted);
    return call.db().page<StoredVersion>(wanted, query);
}

Page<StoredVersion> all_packages(const Call& call, const ListPackages& wanted)
{
    db::Composition query(select_versions.text);
    query << " WHERE ";
    access::add_opens_package(query, access::Viewer::of(call.caller));
    add_filters(query, wanted);
    return call.db().page<StoredVersion>(wanted, query);
}

Page<StoredVersion> latest_versions_of(const Call& call, const OwnerContext& at, const ListPackages& wanted,
                                       std::int64_t repository_id)
{
    db::Composition query(select_versions.text);
    query << " WHERE p.owner_id = " << bound(at.owner.id)
          << " AND v.id = (SELECT max(l.id) FROM package_version l WHERE l.package_id = p.id) AND ";
    access::add_opens_package(query, at.viewer);
    if (repository_id != 0) query << " AND p.repository_id = " << bound(repository_id);
    add_filters(query, wanted);
    return call.db().page<StoredVersion>(wanted, query);
}

Page<StoredVersion> versions_of(const Call& call, const StoredPackage& package, const Paging& paging)
{
    db::Composition query(select_versions.text);
    query << " WHERE v.package_id = " << bound(package.id) << " ORDER BY v.id DESC";
    return call.db().page<StoredVersion>(paging, query);
}

Result<StoredVersion> latest_version(const Call& call, const StoredPackage& package)
{
    static constexpr auto latest = select_versions + " WHERE v.package_id = $1 ORDER BY v.id DESC LIMIT 1";
    auto found = call.db().first<StoredVersion>(latest.text, package.id);
    if (!found) return not_found("the version");
    return std::move(*found);
}

std::map<std::int64_t, std::int64_t> sizes_of_versions(db::Queries& db, const std::vector<std::int64_t>& version_ids)
{
    std::map<std::int64_t, std::int64_t> sizes;
    if (version_ids.empty()) return sizes;
    db::Composition query("SELECT f.version_id AS id, CAST(sum(c.size) AS BIGINT) AS size FROM package_file f"
                          " JOIN package_content c ON c.id = f.content_id WHERE f.version_id IN ");
    query << bound(version_ids) << " GROUP BY f.version_id";
    for (const auto& [id, size] : db.all<VersionSize>(query)) sizes.emplace(id, size);
    return sizes;
}

} // namespace cairn::packages
