// What is in the files of packages: how it comes in without being held in memory, is kept once, and goes out again.
#pragma once

#include <stop_token>

#include "base/result.hpp"
#include "storage/storage.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::packages {

// Bytes that are in the storage and have no row yet. Whoever dies now leaves them to the clean-up.
struct Received {
    std::string uuid;
    std::int64_t size = 0;
    std::string md5{};
    std::string sha1{};
    std::string sha256{};
    std::string sha512{};
};

// What they are called there.
std::string stored_name(std::string_view uuid);

// Takes them from the source. Errc::too_large, and nothing is kept, beyond the limit; -1: there is none.
Result<Received> receive(const api::Site&, const storage::Source&, std::int64_t largest);

// The id of the content, which may have been here before: then the new bytes are left to the clean-up.
// Errc::unavailable when that was here already, because the upload took too long.
Result<std::int64_t> keep(db::Transaction&, const Received&);

// Nobody wants them: the clean-up may have them at once.
void give_up(const api::Site&, const Received&);

std::optional<http::Body> open_content(const api::Site&, std::string_view uuid);

// Does what the rules for old versions say (packages/cleanup.hpp). Then removes contents that belong to no file any
// more, and the bytes of uploads that were given up.
void clean_up(const api::Site&, const std::stop_token&);

} // namespace cairn::packages
