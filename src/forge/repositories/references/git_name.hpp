// A repository as git's addresses spell it: "name", "name.git", and its wiki as "name.wiki.git".
#pragma once

#include <string>
#include <string_view>

namespace cairn::repositories {

struct GitName {
    std::string name; // without what follows it
    bool wiki = false;
};

GitName git_name(std::string_view segment);

} // namespace cairn::repositories
