// A person or an organization in a list, for parts/account_row.html.
#pragma once

#include <span>

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::pages {

struct ShownPerson {
    std::string name;
    std::string full_name{};
    std::string avatar{}; // an address
    std::string description{};
    std::string location{};
    bool organization = false;
    std::int64_t followers = 0;
    Time created_at{};
    bool followed = false;
    bool can_follow = false;
};
BOOST_DESCRIBE_STRUCT(ShownPerson, (),
                      (name, full_name, avatar, description, location, organization, followers, created_at, followed,
                       can_follow))

// One more query for all of them.
std::vector<ShownPerson> show_account_rows(const api::Call&, std::span<const accounts::ShownAccount>,
                                           accounts::AccountKind);
// By their ids, in their order; those that are gone are left out.
std::vector<ShownPerson> show_account_rows(const api::Call&, std::span<const std::int64_t> ids, accounts::AccountKind);

} // namespace cairn::pages
