#include "runners/artifact_file.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "crypto/running_digest.hpp"
#include "db/database.hpp"
#include "git/receive/gunzip.hpp"
#include "runners/zip.hpp"
#include "storage/storage.hpp"

namespace cairn::runners {

namespace {

constexpr std::size_t longest_path = 1024;
constexpr std::size_t bytes_at_once = 256UL * 1024;

std::vector<Piece> pieces_of_file(db::Queries& db, std::int64_t file_id)
{
    return db.all<Piece>("SELECT uuid, size FROM artifact_piece WHERE file_id = $1 ORDER BY position", file_id);
}

// Pieces as a source, a part of one at a time.
class PieceSource final : public git::Source {
public:
    PieceSource(storage::Storage& storage, std::span<const Piece> pieces) : storage_(storage), pieces_(pieces) { }

    std::size_t read(std::span<char> into) override
    {
        while (!pieces_.empty() && at_ >= static_cast<std::uint64_t>(pieces_.front().size)) {
            pieces_ = pieces_.subspan(1);
            at_ = 0;
        }
        if (pieces_.empty()) return 0;
        const auto part = read_piece(storage_, pieces_.front(), {.offset = at_, .length = into.size()});
        at_ += part.size();
        return part.copy(into.data(), into.size());
    }

private:
    storage::Storage& storage_;
    std::span<const Piece> pieces_;
    std::uint64_t at_ = 0;
};

// The file itself, whichever way it is stored.
void read_file(storage::Storage& storage, std::span<const Piece> pieces, const ArtifactFile& file, const Watcher& watch)
{
    if (!file.packed) return read_pieces(storage, pieces, watch);
    PieceSource packed(storage, pieces);
    // Never more than was told, whatever is packed in it.
    git::GunzipSource unpacked(packed, static_cast<std::uint64_t>(std::max<std::int64_t>(file.size, 1)));
    std::vector<char> buffer(bytes_at_once);
    while (const auto got = unpacked.read(buffer)) watch({buffer.data(), got});
}

// The row of the file that the chunk belongs to, as it is before the chunk.
Result<std::int64_t> file_for(db::Transaction& tx, std::int64_t artifact_id, const std::string& path,
                              const Chunk& chunk)
{
    const auto now = Time::now();
    const auto known =
        tx.first<ArtifactFile>("SELECT * FROM artifact_file WHERE artifact_id = $1 AND path = $2", artifact_id, path);
    if (known && known->stored == chunk.total && known->packed == chunk.packed && known->size == chunk.size)
        return known->id;
    const auto others = tx.one<Held>("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS size, count(*) AS count"
                                     " FROM artifact_file WHERE artifact_id = $1 AND path <> $2",
                                     artifact_id, path);
    if (others.count >= most_files) return fail(Errc::too_large, "an artifact has at most 10000 files");
    if (others.size + chunk.size > largest_files)
        return fail(Errc::too_large, "the files of an artifact have at most 4000 MiB, unpacked");
    if (known) tx.run("DELETE FROM artifact_file WHERE id = $1", known->id);
    return tx.one<std::int64_t>("INSERT INTO artifact_file (artifact_id, path, packed, stored, size, complete,"
                                " updated_at) VALUES ($1, $2, $3, $4, $5, FALSE, $6) RETURNING id",
                                artifact_id, path, chunk.packed, chunk.total, chunk.size, now);
}

Result<void> place(db::Transaction& tx, std::int64_t artifact_id, const std::string& path, const Chunk& chunk,
                   const std::optional<Piece>& piece)
{
    if (!tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM action_artifact WHERE id = $1 AND form = 'files'"
                         " AND state <> 'expired') AS value",
                         artifact_id))
        return not_found("the artifact");
    const auto file_id = TRY(file_for(tx, artifact_id, path, chunk));
    if (piece) {
        // No two of them overlap, so that their sizes say whether all have come.
        tx.run("DELETE FROM artifact_piece WHERE file_id = $1 AND position < $3 AND position + size > $2", file_id,
               chunk.first, chunk.first + chunk.count);
        TRY(keep_piece(tx, *piece, {.artifact_id = artifact_id, .file_id = file_id, .position = chunk.first}));
    }
    tx.run("UPDATE artifact_file SET updated_at = $2, complete = (stored = (SELECT COALESCE(SUM(size), 0)"
           " FROM artifact_piece WHERE file_id = $1)) WHERE id = $1",
           file_id, Time::now());
    return {};
}

} // namespace

Result<std::string> read_item_path(std::string_view item_path, std::string_view artifact_name)
{
    const auto wrong = [] {
        return fail(Errc::bad_request, "itemPath is the artifact's name, a slash, and a path that leads nowhere else");
    };
    if (item_path.size() > longest_path || !is_text(item_path)) return wrong();
    std::string path(item_path);
    std::ranges::replace(path, '\\', '/'); // as some systems have it
    if (!path.starts_with(std::string(artifact_name) + "/")) return wrong();
    path.erase(0, artifact_name.size() + 1);
    for (const auto segment : text::split(path, '/'))
        if (segment.empty() || segment == "." || segment == "..") return wrong();
    if (std::ranges::any_of(path, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }))
        return wrong();
    return path;
}

std::optional<Chunk> read_content_range(std::string_view range)
{
    constexpr std::string_view unit = "bytes ";
    if (!text::istarts_with(range, unit)) return {};
    range = text::trim(range.substr(unit.size()));
    if (range == "0--1/0") return Chunk{};
    const auto dash = range.find('-');
    const auto slash = range.find('/');
    if (dash == range.npos || slash == range.npos || slash < dash) return {};
    const auto first = text::parse_integer(range.substr(0, dash), 0);
    const auto last = text::parse_integer(range.substr(dash + 1, slash - dash - 1), 0);
    const auto total = text::parse_integer(range.substr(slash + 1), 1);
    if (!first || !last || !total || *last < *first || *last >= *total) return {};
    return Chunk{.first = *first, .count = *last - *first + 1, .total = *total};
}

Result<void> receive_chunk(const api::Site& site, std::int64_t artifact_id, const std::string& path, const Chunk& chunk,
                           http::BodyReader& body)
{
    if (chunk.total > largest_artifact || chunk.size > largest_files)
        return fail(Errc::too_large, "the files of an artifact have at most 4000 MiB, unpacked");
    std::optional<Piece> piece;
    if (chunk.total > 0) {
        crypto::RunningDigest digest(crypto::DigestName::md5);
        piece = TRY(store_piece(site, chunk.count, body, [&](std::string_view part) { digest.add(part); }));
        if (piece->size != chunk.count)
            return fail(Errc::bad_request,
                        std::to_string(chunk.count) + " bytes were announced and " + std::to_string(piece->size)
                            + " came");
        if (!chunk.md5.empty() && digest.hex() != chunk.md5)
            return fail(Errc::bad_request, "x-actions-results-md5 is not the digest of what came");
    }
    return site.db.write([&](db::Transaction& tx) { return place(tx, artifact_id, path, chunk, piece); });
}

std::vector<ArtifactFile> files_of(db::Queries& db, std::int64_t artifact_id)
{
    return db.all<ArtifactFile>("SELECT * FROM artifact_file WHERE artifact_id = $1 AND complete ORDER BY path",
                                artifact_id);
}

std::optional<ArtifactFile> find_file(db::Queries& db, std::int64_t artifact_id, std::int64_t id)
{
    return db.first<ArtifactFile>("SELECT * FROM artifact_file WHERE artifact_id = $1 AND id = $2 AND complete",
                                  artifact_id, id);
}

Result<Artifact> finish_files(const api::Site& site, std::int64_t run_id, std::string_view name)
{
    return site.db.write([&](db::Transaction& tx) -> Result<Artifact> {
        auto artifact = find_artifact(tx, run_id, name);
        if (!artifact || artifact->form != ArtifactForm::files || artifact->state == ArtifactState::expired)
            return not_found("the artifact");
        artifact->state = ArtifactState::finished;
        artifact->updated_at = Time::now();
        artifact->size =
            tx.scalar<std::int64_t>("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS value FROM artifact_file"
                                    " WHERE artifact_id = $1 AND complete",
                                    artifact->id);
        tx.run("UPDATE action_artifact SET state = 'finished', size = $2, updated_at = $3 WHERE id = $1", artifact->id,
               artifact->size, artifact->updated_at);
        return std::move(*artifact);
    });
}

std::optional<http::Body> open_file(const api::Site& site, const ArtifactFile& file, bool unpack)
{
    auto pieces = pieces_of_file(site.db, file.id);
    if (pieces.empty()) return http::Body(std::string());
    if (!file.packed || !unpack) return open_pieces(site, std::move(pieces));
    auto& storage = site.get<storage::Storage>();
    return http::Producer{.produce =
                              [&storage, file, pieces = std::move(pieces)](http::BodyWriter& out) {
                                  read_file(storage, pieces, file, [&](std::string_view part) { out.write(part); });
                              },
                          .length = {}};
}

std::optional<http::Body> open_as_archive(const api::Site& site, const Artifact& artifact)
{
    return http::Producer{.produce =
                              [&site, files = files_of(site.db, artifact.id)](http::BodyWriter& out) {
                                  ZipWriter zip([&](std::string_view part) { out.write(part); });
                                  for (const auto& file : files) {
                                      zip.begin(file.path, file.updated_at);
                                      read_file(site.get<storage::Storage>(), pieces_of_file(site.db, file.id), file,
                                                [&](std::string_view part) { zip.write(part); });
                                      zip.end();
                                  }
                                  zip.finish();
                              },
                          .length = {}};
}

} // namespace cairn::runners
