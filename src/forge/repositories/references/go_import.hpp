// What Go's tools look for at the address of a module: two meta tags in the head of a page, which name the repository.
#pragma once

#include "config/settings.hpp"

namespace cairn::repositories {

struct GoModule {
    std::string owner;
    std::string name;
    std::string branch; // that its source is shown of
};

// For the head of a page, escaped.
std::string go_meta_tags(const config::Settings&, const GoModule&);

} // namespace cairn::repositories
