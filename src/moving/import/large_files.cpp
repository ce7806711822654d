// Git LFS: the objects, each held against the digest that it is called by, and locks.
#include "import/kinds.hpp"
#include "import/stored_file.hpp"
#include "lfs/object.hpp"

namespace cairn::import {

namespace {

struct ObjectRow {
    std::int64_t id = 0;
    std::string oid;
    std::int64_t size = 0;
    std::int64_t repository_id = 0;
};
BOOST_DESCRIBE_STRUCT(ObjectRow, (), (id, oid, size, repository_id))

struct LockRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t owner_id = 0;
    std::string path;
};
BOOST_DESCRIBE_STRUCT(LockRow, (), (id, repo_id, owner_id, path))

// The rows come with the bytes: lfs::receive_object() knows how, and twice is once.
Outcome prepare(const Move& move, ObjectRow& row)
{
    const auto repository = move.find(move.queries(), "repositories", row.repository_id);
    if (!repository) return refuse("its repository was not moved", row.oid);
    const lfs::Pointer pointer{.oid = row.oid, .size = row.size};
    if (!pointer.is_valid()) return refuse("its name is no SHA-256", row.oid);
    const auto& folder = move.old.lfs;
    if (folder.path.empty()) return refuse(folder.why, row.oid);
    auto file = StoredFile::open(folder.path + "/" + row.oid.substr(0, 2) + "/" + row.oid.substr(2, 2) + "/"
                                 + row.oid.substr(4));
    if (!file) return refuse("its file is not there", row.oid);
    if (move.tries()) return {};
    const auto received =
        lfs::receive_object(move.site, *repository, pointer, [&](std::span<char> into) { return file->read(into); });
    if (!received) return refuse(received.error(), row.oid);
    return {};
}

Outcome take(Batch& batch, ObjectRow& row)
{
    batch.add_bytes(row.size);
    return {};
}

Outcome take_lock(Batch& batch, LockRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    const auto owner = batch.account(row.owner_id);
    if (!repository || !owner) return refuse("the repository or the account was not moved", row.path);
    const auto id = batch.id_for(row.id);
    if (batch.tx.run("INSERT INTO lfs_lock (id, repository_id, path, owner_id, created_at) VALUES ($1, $2, $3, $4, $5)"
                     " ON CONFLICT DO NOTHING",
                     id, *repository, row.path, *owner, Time::now())
        == 0)
        return refuse("the path is locked", row.path);
    return {};
}

} // namespace

const Kind large_files_kind{.name = "LFS objects",
                            .table = "lfs_meta_object",
                            .run = &move_rows<ObjectRow, &take, &prepare>,
                            .needed = "id oid size repository_id"};
const Kind locks_kind{.name = "LFS locks",
                      .table = "lfs_lock",
                      .here = "lfs_lock",
                      .ids = Ids::kept,
                      .run = &move_rows<LockRow, &take_lock>,
                      .needed = "id repo_id owner_id path"};

} // namespace cairn::import
