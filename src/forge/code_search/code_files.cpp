#include "code_search/code_files.hpp"

#include "db/database.hpp"

namespace cairn::code_search {

namespace {

struct Row {
    std::int64_t id = 0;
    std::int64_t text_id = 0;
};
BOOST_DESCRIBE_STRUCT(Row, (), (id, text_id))

struct NamedText {
    std::string path;
    std::string blob_id;
};
BOOST_DESCRIBE_STRUCT(NamedText, (), (path, blob_id))

// A text that no file has any longer.
void drop_text(db::Transaction& tx, std::int64_t text_id)
{
    tx.run("DELETE FROM code_text WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM code_file WHERE text_id = $1)", text_id);
}

std::int64_t put_text(db::Transaction& tx, const CodeFile& file)
{
    if (const auto id = tx.first<std::int64_t>("SELECT id FROM code_text WHERE blob_id = $1", file.blob)) return *id;
    return tx.scalar<std::int64_t>("INSERT INTO code_text (blob_id, text) VALUES ($1, $2) RETURNING id", file.blob,
                                   file.text);
}

std::optional<Row> find_row(db::Transaction& tx, std::int64_t repository_id, const std::string& path)
{
    return tx.first<Row>("SELECT id, text_id FROM code_file WHERE repository_id = $1 AND path = $2", repository_id,
                         path);
}

void put_file(db::Transaction& tx, std::int64_t repository_id, const CodeFile& file)
{
    const auto text_id = put_text(tx, file);
    const auto old = find_row(tx, repository_id, file.path);
    tx.run("INSERT INTO code_file (repository_id, path, text_id, language, lesser, bytes)"
           " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (repository_id, path) DO UPDATE SET"
           " text_id = excluded.text_id, language = excluded.language, lesser = excluded.lesser,"
           " bytes = excluded.bytes",
           repository_id, file.path, text_id, file.language, file.lesser, static_cast<std::int64_t>(file.text.size()));
    if (old && old->text_id != text_id) drop_text(tx, old->text_id);
}

void remove_row(db::Transaction& tx, const Row& row)
{
    tx.run("DELETE FROM code_file WHERE id = $1", row.id);
    drop_text(tx, row.text_id);
}

} // namespace

void change_files(db::Transaction& tx, std::int64_t repository_id, std::span<const CodeFile> put,
                  std::span<const std::string> removed)
{
    for (const auto& path : removed)
        if (const auto row = find_row(tx, repository_id, path)) remove_row(tx, *row);
    for (const auto& file : put) put_file(tx, repository_id, file);
}

std::size_t remove_some(db::Transaction& tx, std::int64_t repository_id, std::int64_t most)
{
    const auto rows =
        tx.all<Row>("SELECT id, text_id FROM code_file WHERE repository_id = $1 LIMIT $2", repository_id, most);
    for (const auto& row : rows) remove_row(tx, row);
    return rows.size();
}

std::map<std::string, std::string> indexed_files(db::Queries& db, std::int64_t repository_id)
{
    std::map<std::string, std::string> files;
    for (auto& row : db.all<NamedText>("SELECT f.path, t.blob_id FROM code_file f JOIN code_text t ON t.id = f.text_id"
                                       " WHERE f.repository_id = $1",
                                       repository_id))
        files.emplace(std::move(row.path), std::move(row.blob_id));
    return files;
}

IndexedSize indexed_size(db::Queries& db, std::int64_t repository_id)
{
    return db.one<IndexedSize>("SELECT count(*) AS files, CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes"
                               " FROM code_file WHERE repository_id = $1",
                               repository_id);
}

} // namespace cairn::code_search
