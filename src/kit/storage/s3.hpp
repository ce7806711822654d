// Private to src/storage: a storage on a server that speaks S3.
#pragma once

#include "storage/storage.hpp"

namespace cairn::storage {

// Throws StorageError unless the server can be reached and has the bucket.
std::unique_ptr<Storage> open_bucket(const config::Storage&);

} // namespace cairn::storage
