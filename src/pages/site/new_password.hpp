// Choosing a password: the part that several pages share.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::pages {

// Members of every page that includes part_new_password.mustache.
struct NewPasswordFields {
    std::int64_t least = 0; // characters
    bool changing = true;   // there is an old one
};
BOOST_DESCRIBE_STRUCT(NewPasswordFields, (), (least, changing))

Result<void> check_new_password(const config::Settings&, std::string_view password, std::string_view retyped);

// Sets it, tells the owner by mail, ends every session of the account and opens a new one for this browser.
void change_own_password(api::Call&, const accounts::Account&, const std::string& password);

} // namespace cairn::pages
