// Whose a new repository can be, for parts/owner_choice.html.
#pragma once

#include "api/call.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

struct OwnerChoice {
    std::string name;
    std::string full_name{};
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(OwnerChoice, (), (name, full_name, chosen))

// The caller, who must be signed in, and the organizations in which the caller may make repositories; and `wanted`, if
// that is somebody else in whose name the caller may. It is chosen if it is there, otherwise the caller.
std::vector<OwnerChoice> owner_choices(const api::Call&, std::string_view wanted);

} // namespace cairn::pages
