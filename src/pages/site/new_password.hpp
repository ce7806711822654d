// Choosing a password: the part that several pages share.
#pragma once

#include "base/reflect.hpp"

namespace cairn::pages {

// Members of every page that includes part_new_password.mustache.
struct NewPasswordFields {
    std::int64_t least = 0; // characters
    bool changing = true;   // there is an old one
};
BOOST_DESCRIBE_STRUCT(NewPasswordFields, (), (least, changing))

} // namespace cairn::pages
