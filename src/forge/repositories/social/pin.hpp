// What somebody wants others to see first on the own page: a few repositories, in an order.
#pragma once

#include "accounts/account.hpp"
#include "api/view.hpp"

namespace cairn::repositories {

inline constexpr std::size_t most_pins = 6;

// The ids of an account's pins that the caller sees, in their order.
std::vector<std::int64_t> pinned_by(const api::View&, const accounts::Account&);

struct PinChoice {
    std::int64_t id = 0;
    std::string owner;
    std::string name;
    bool private_ = false;
    bool pinned = false;
};
BOOST_DESCRIBE_STRUCT(PinChoice, (), (id, owner, name, private_, pinned))

// What an account may pin: what it owns, what it works on with others, and what is pinned already; by name, the first
// few hundreds of it.
std::vector<PinChoice> pin_choices(const api::View&, const accounts::Account&);

// These, in this order, and no others. Errc::unprocessable for too many, and for one that the caller does not see.
Result<void> pin(const api::Call&, const accounts::Account&, const std::vector<std::int64_t>& ids);

} // namespace cairn::repositories
