// The pictures of repositories, in the storage.
#pragma once

#include "api/call.hpp"
#include "api/long_texts.hpp"
#include "repositories/guards.hpp"

namespace cairn::storage {
class Storage;
} // namespace cairn::storage

namespace cairn::repositories {

struct UpdateRepoAvatarOption {
    std::string image;
};
BOOST_DESCRIBE_STRUCT(UpdateRepoAvatarOption, (), (image))
constexpr auto notes(const UpdateRepoAvatarOption*)
{
    return std::array{Note{
        .member = "image", .doc = "the picture's bytes in base64", .required = true, .max_length = api::whole_file}};
}

// Gives the repository another picture, or none. The old one is gone from the storage. Errc::bad_request and
// Errc::unprocessable for what is no picture that a site shows, as accounts::accept_picture() says.
Result<void> set_avatar(const api::Call&, const RepositoryContext&, const UpdateRepoAvatarOption&);
void remove_avatar(const api::Call&, const RepositoryContext&);

// What the picture of that name is called in the storage.
std::string stored_picture(std::string_view hash);

// The bytes of the picture of that name, if there is one.
std::optional<std::string> read_picture(storage::Storage&, std::string_view hash);

// Puts the bytes, which accounts::accept_picture() has let through, into the storage, and says what the picture is
// called.
std::string keep_picture(storage::Storage&, std::int64_t repository_id, std::string_view bytes);

// Gives a repository the picture of another, if that has one.
void copy_avatar(const api::Site&, const StoredRepository& from, StoredRepository& to);

// When the repository is gone: takes its picture out of the storage.
void forget_avatar(storage::Storage&, const StoredRepository&);

} // namespace cairn::repositories
