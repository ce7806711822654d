// The menu by which a reader goes to the same page of another branch or tag.
#pragma once

#include "base/reflect.hpp"
#include "contents/revision.hpp"

namespace cairn::pages {

struct ReferenceLink {
    std::string name;
    std::string address; // "branch/main", escaped
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(ReferenceLink, (), (name, address, current))

struct ReferenceMenu {
    std::string kind; // branch, tag or commit: of what is shown
    std::string name;
    std::string address; // "branch/main", escaped
    std::vector<ReferenceLink> branches{};
    bool more_branches = false;
};
BOOST_DESCRIBE_STRUCT(ReferenceMenu, (), (kind, name, address, branches, more_branches))

// One query, whatever there is.
ReferenceMenu reference_menu(const api::Call&, const repositories::RepositoryContext&, const contents::Revision&);

} // namespace cairn::pages
