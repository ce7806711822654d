// The pieces in which artifacts came: each a row and a file of the storage.
#pragma once

#include <functional>
#include <stdexcept>

#include "api/call.hpp"
#include "base/reflect.hpp"
#include "storage/storage.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::runners {

struct Piece {
    std::string uuid;
    std::int64_t size = 0;
};
BOOST_DESCRIBE_STRUCT(Piece, (), (uuid, size))

inline constexpr std::int64_t largest_artifact = std::int64_t{4} << 30;
inline constexpr std::int64_t most_pieces = 10'000;       // of an archive; of files, twice as many
inline constexpr std::int64_t longest_upload = 24 * 3600; // seconds; what has not become something by then was given up

// What its file is called in the storage.
std::string stored_name(std::string_view uuid);

// What an artifact has already, and how many pieces that is.
struct Held {
    std::int64_t size = 0;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(Held, (), (size, count))
Held held(db::Queries&, std::int64_t artifact_id);

// What a body brings, in the storage; its file goes with the next clean-up unless keep_piece() gives it a row.
// Errc::too_large when it is more than `room` bytes.
using Watcher = std::function<void(std::string_view)>;
Result<Piece> store_piece(const api::Site&, std::int64_t room, http::BodyReader&, const Watcher& = {});
struct PiecePosition {
    std::int64_t artifact_id = 0;
    std::optional<std::int64_t> file_id{};
    std::string block{};
    std::optional<std::int64_t> position{};
};
// Errc::too_large when the artifact has as much as it may have already.
Result<void> keep_piece(db::Transaction&, const Piece&, const PiecePosition&);

// Their bytes one after another, for an answer. Nothing when one is missing.
std::optional<http::Body> open_pieces(const api::Site&, std::vector<Piece>);
// The same for whoever looks into them.
struct MissingPiece : std::runtime_error {
    MissingPiece() : std::runtime_error("a piece of an artifact is missing in the storage") { }
};
std::string read_piece(storage::Storage&, const Piece&, storage::Range); // some of it, but not nothing
void read_pieces(storage::Storage&, std::span<const Piece>, const Watcher&);

} // namespace cairn::runners
