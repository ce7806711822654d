// The person whom a page of the administration is about: by id, so that the page stays the same when the name changes.
#pragma once

#include "accounts/guards.hpp"

namespace cairn::pages {

struct AdminPersonPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(AdminPersonPath, (), (id))
constexpr auto notes(const AdminPersonPath*) { return std::array{Note{"id", "the id of the account"}}; }

// "/-/admin/users/7"
std::string admin_person_address(const accounts::Account&);

Result<void> check_administers_person_by_id(api::Call&);

// An administrator of the site; loads the account that {id} names, if it is a person's.
inline constexpr api::Guard administers_person_by_id{.name = "administers the person's account",
                                                     .path = &type_of<AdminPersonPath>(),
                                                     .loads = &api::tag<accounts::Account>,
                                                     .errors = {401, 403, 404},
                                                     .check = &check_administers_person_by_id};

} // namespace cairn::pages
