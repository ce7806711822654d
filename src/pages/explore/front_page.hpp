// What a stranger sees first: what this site is, and what is new on it.
#pragma once

#include "api/call.hpp"
#include "pages/explore/shown_repository.hpp"

namespace cairn::pages {

struct FrontPage {
    std::vector<ShownRepository> newest{};
    std::int64_t repositories = 0; // that everybody sees
};
BOOST_DESCRIBE_STRUCT(FrontPage, (), (newest, repositories))

// Errc::see_other where the site has another page that comes first.
Result<FrontPage> front_page(api::Call&);

} // namespace cairn::pages
