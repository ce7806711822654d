// The pictures of repositories, in the storage.
#pragma once

#include "api/call.hpp"
#include "repositories/repository.hpp"

namespace cairn::storage {
class Storage;
} // namespace cairn::storage

namespace cairn::repositories {

// Puts the bytes, which accounts::accept_picture() has let through, into the storage, and says what the picture is
// called.
std::string keep_picture(storage::Storage&, std::int64_t repository_id, std::string_view bytes);

// Gives a repository the picture of another, if that has one.
void copy_avatar(const api::Site&, const StoredRepository& from, StoredRepository& to);

// When the repository is gone: takes its picture out of the storage.
void forget_avatar(storage::Storage&, const StoredRepository&);

} // namespace cairn::repositories
