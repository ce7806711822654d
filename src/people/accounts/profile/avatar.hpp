// The pictures of accounts: uploaded ones in the storage, drawings for the rest.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "api/long_texts.hpp"

namespace cairn::storage {
class Storage;
} // namespace cairn::storage

namespace cairn::accounts {

struct UpdateUserAvatarOption {
    std::string image;
};
BOOST_DESCRIBE_STRUCT(UpdateUserAvatarOption, (), (image))
constexpr auto notes(const UpdateUserAvatarOption*)
{
    return std::array{Note{
        .member = "image", .doc = "the picture's bytes in base64", .required = true, .max_length = api::whole_file}};
}

// What the picture of that name is called in the storage.
std::string stored_picture(std::string_view hash);

// The bytes to keep of a picture that somebody sent in base64: those that came or, of a large one, its middle square.
// Errc::bad_request when that is no base64, Errc::unprocessable when it is no picture or too large a one.
Result<std::string> accept_picture(std::string_view base64);

// Puts such bytes into the storage, and says what the picture is called: another one for each picture and for each
// `whose`.
std::string keep_picture(storage::Storage&, std::string_view whose, std::string_view bytes);

struct Picture {
    std::string bytes;
    std::string_view type; // as in a Content-Type
    std::string version;   // other bytes have another one
    bool lasting = false;  // never again will there be others under its name
};

// The picture of that name, in the smallest version with `size` pixels on a side; 0: as it is. Of an account without
// one of its own it is a drawing. Errc::not_found when no account has it.
Result<Picture> find_picture(const api::Call&, const std::string& name, std::int64_t size);
Picture picture_of_nobody();

// Gives the account, a person's or an organization's, the picture in `base64`, if it is one that
// accept_picture() takes.
Result<void> set_avatar(const api::Call&, const Account&, std::string_view base64);
// From now on the account is shown by a drawing.
void remove_avatar(const api::Call&, const Account&);

// When the account is gone: takes its picture out of the storage.
void forget_avatar(storage::Storage&, const Account&);

} // namespace cairn::accounts
