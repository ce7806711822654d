// Choosing a password: the part that several pages share.
#pragma once

#include "base/reflect.hpp"

namespace cairn::pages {

// For parts/new_password.html.
struct NewPassword {
    std::int64_t least = 0; // characters
    bool changing = true;   // there is an old one
};
BOOST_DESCRIBE_STRUCT(NewPassword, (), (least, changing))

} // namespace cairn::pages
