// Packages of the generic kind, which the registry here has, with their versions and files.
#include "base/text.hpp"
#include "import/kinds.hpp"
#include "import/stored_file.hpp"
#include "packages/content.hpp"
#include "packages/names.hpp"
#include "packages/package.hpp"

namespace cairn::import {

namespace {

struct PackageRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    std::string type;
    std::string name;
    bool is_internal = false;
};
BOOST_DESCRIBE_STRUCT(PackageRow, (), (id, owner_id, repo_id, type, name, is_internal))

struct VersionRow {
    std::int64_t id = 0;
    std::int64_t package_id = 0;
    std::int64_t creator_id = 0;
    std::string version;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(VersionRow, (), (id, package_id, creator_id, version, created_unix))

struct FileRow {
    std::int64_t id = 0;
    std::int64_t version_id = 0;
    std::int64_t blob_id = 0;
    std::string name;
    Time created_unix;
    // What prepare() has brought.
    packages::Received received;
    std::int64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(FileRow, (), (id, version_id, blob_id, name, created_unix))

struct BlobRow {
    std::string hash_sha256;
};
BOOST_DESCRIBE_STRUCT(BlobRow, (), (hash_sha256))

Outcome take_package(Batch& batch, PackageRow& row)
{
    if (row.type != packages::generic)
        return refuse("packages of the kind '" + row.type + "': the registry here has generic ones", row.name);
    const auto owner = batch.account(row.owner_id);
    if (!owner) return refuse("its owner was not moved", row.name);
    if (const auto here = packages::find_package(batch.tx, *owner, packages::generic, row.name)) {
        batch.remember(row.id, here->id);
        return {};
    }
    const auto id = batch.id_for(row.id);
    const auto repository = batch.repository(row.repo_id);
    batch.tx.run("INSERT INTO package (id, owner_id, type, name, lower_name, repository_id, created_at)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7)",
                 id, *owner, row.type, row.name, text::to_lower(row.name), repository, Time::now());
    batch.remember(row.id, id);
    return {};
}

Outcome take_version(Batch& batch, VersionRow& row)
{
    const auto package = batch.find("packages", row.package_id);
    if (!package) return refuse("its package was not moved", row.version);
    const auto id = batch.id_for(row.id);
    if (batch.tx.run("INSERT INTO package_version (id, package_id, creator_id, version, lower_version, created_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                     id, *package, batch.account(row.creator_id), row.version, text::to_lower(row.version),
                     row.created_unix)
        == 0)
        return refuse("the package here has this version", row.version);
    batch.remember(row.id, id);
    return {};
}

Outcome prepare_file(const Move& move, FileRow& row)
{
    if (!move.find(move.queries(), "versions of packages", row.version_id))
        return refuse("its version was not moved", row.name);
    const auto& folder = move.old.packages;
    if (folder.path.empty()) return refuse(folder.why, row.name);
    std::string hash;
    if (move.source.has("package_blob", "hash_sha256"))
        for (const auto& blob : move.source.where<BlobRow>("package_blob", "id", row.blob_id)) hash = blob.hash_sha256;
    constexpr std::size_t digits = 64;
    if (hash.size() != digits || hash.find_first_not_of("0123456789abcdef") != hash.npos)
        return refuse("what is in it is not known", row.name);
    auto file = StoredFile::open(folder.path + "/" + hash.substr(0, 2) + "/" + hash.substr(2, 2) + "/" + hash);
    if (!file) return refuse("its file is not there", row.name);
    row.bytes = file->size();
    if (move.tries()) return {};
    auto received = packages::receive(move.site, [&](std::span<char> into) { return file->read(into); }, -1);
    if (!received) return refuse(received.error(), row.name);
    if (received->sha256 != hash) {
        packages::give_up(move.site, *received);
        return refuse("its file is damaged: it has another digest than the one that it is called by", row.name);
    }
    row.received = *std::move(received);
    return {};
}

Outcome take_file(Batch& batch, FileRow& row)
{
    const auto version = batch.find("versions of packages", row.version_id);
    if (!version) return refuse("its version was not moved", row.name);
    batch.add_bytes(row.bytes);
    if (batch.move().tries()) return {};
    const auto content = packages::keep(batch.tx, row.received);
    if (!content) return refuse(content.error(), row.name);
    if (batch.tx.run("INSERT INTO package_file (version_id, content_id, name, lower_name, created_at)"
                     " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                     *version, *content, row.name, text::to_lower(row.name), row.created_unix)
        == 0)
        return refuse("the version has a file of this name", row.name);
    return {};
}

} // namespace

const Kind packages_kind{.name = "packages",
                         .table = "package",
                         .here = "package",
                         .ids = Ids::ordered,
                         .run = &move_rows<PackageRow, &take_package>,
                         .needed = "id owner_id type name"};
const Kind package_versions_kind{.name = "versions of packages",
                                 .table = "package_version",
                                 .here = "package_version",
                                 .ids = Ids::ordered,
                                 .run = &move_rows<VersionRow, &take_version>,
                                 .needed = "id package_id version"};
const Kind package_files_kind{.name = "files of packages",
                              .table = "package_file",
                              .run = &move_rows<FileRow, &take_file, &prepare_file>,
                              .needed = "id version_id blob_id name"};

} // namespace cairn::import
