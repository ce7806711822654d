#include "runners/artifact_piece.hpp"

#include "crypto/random.hpp"
#include "db/database.hpp"
#include "db/files_hold.hpp"
#include "runners/artifacts.hpp"
#include "storage/storage.hpp"

namespace cairn::runners {

namespace {

constexpr std::uint64_t bytes_at_once = 1U << 20;

struct TooLarge { };

} // namespace

std::string stored_name(std::string_view uuid)
{
    return "artifacts/" + std::string(uuid.substr(0, 2)) + "/" + std::string(uuid);
}

Held held(db::Queries& db, std::int64_t artifact_id)
{
    return db.one<Held>("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS size, count(*) AS count FROM artifact_piece"
                        " WHERE artifact_id = $1",
                        artifact_id);
}

Result<Piece> store_piece(const api::Site& site, std::int64_t room, http::BodyReader& body, const Watcher& watch)
{
    Piece piece{.uuid = crypto::random_uuid()};
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_artifact_piece (uuid, since) VALUES ($1, $2)", piece.uuid, Time::now());
    });
    try {
        site.get<storage::Storage>().put(stored_name(piece.uuid), [&](std::span<char> into) {
            const auto got = body.read(into);
            piece.size += static_cast<std::int64_t>(got);
            if (piece.size > room) throw TooLarge{};
            if (watch) watch({into.data(), got});
            return got;
        });
    } catch (const TooLarge&) {
        return fail(Errc::too_large, "more came than was announced, or than the 4 GiB that an artifact may have");
    }
    return piece;
}

Result<void> keep_piece(db::Transaction& tx, const Piece& piece, const PiecePosition& at)
{
    const auto before = held(tx, at.artifact_id);
    const auto most = at.file_id ? 2 * most_pieces : most_pieces;
    if (before.count >= most)
        return fail(Errc::too_large, "an artifact comes in at most " + std::to_string(most) + " pieces");
    if (before.size + piece.size > largest_artifact) return fail(Errc::too_large, "an artifact has at most 4 GiB");
    tx.run("INSERT INTO artifact_piece (uuid, artifact_id, file_id, block, position, size)"
           " VALUES ($1, $2, $3, $4, $5, $6)",
           piece.uuid, at.artifact_id, at.file_id, at.block, at.position, piece.size);
    tx.run("DELETE FROM doomed_artifact_piece WHERE uuid = $1", piece.uuid);
    return {};
}

std::string read_piece(storage::Storage& storage, const Piece& piece, storage::Range range)
{
    auto part = storage.read(stored_name(piece.uuid), range);
    if (!part || part->empty()) throw MissingPiece();
    return std::move(*part);
}

void read_pieces(storage::Storage& storage, std::span<const Piece> pieces, const Watcher& watch)
{
    for (const Piece& piece : pieces)
        for (std::uint64_t at = 0; at < static_cast<std::uint64_t>(piece.size); at += bytes_at_once)
            watch(read_piece(storage, piece, {.offset = at, .length = bytes_at_once}));
}

std::optional<http::Body> open_pieces(const api::Site& site, std::vector<Piece> pieces)
{
    if (pieces.size() == 1) return site.get<storage::Storage>().open(stored_name(pieces.front().uuid));
    std::uint64_t length = 0;
    for (const Piece& piece : pieces) {
        if (!site.get<storage::Storage>().exists(stored_name(piece.uuid))) return {};
        length += static_cast<std::uint64_t>(piece.size);
    }
    auto& storage = site.get<storage::Storage>();
    return http::Producer{.produce =
                              [&storage, pieces = std::move(pieces)](http::BodyWriter& out) {
                                  read_pieces(storage, pieces, [&](std::string_view part) { out.write(part); });
                              },
                          .length = length};
}

void remove_leftover_artifacts(const api::Site& site, const std::stop_token& stop)
{
    if (db::files_are_held(site.db)) return;
    for (const auto& uuid : site.db.all<std::string>("SELECT uuid FROM doomed_artifact_piece WHERE since < $1",
                                                     Time::now().seconds - longest_upload)) {
        if (stop.stop_requested()) return;
        site.get<storage::Storage>().remove(stored_name(uuid));
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_artifact_piece WHERE uuid = $1", uuid); });
    }
}

} // namespace cairn::runners
