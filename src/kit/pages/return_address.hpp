// Where a person goes on to after a page that stands in between, such as the sign-in page: an address of ours that is
// carried along as redirect_to.
#pragma once

#include <string>
#include <string_view>

#include "base/reflect.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::pages {

// The query of a page that stands in between.
struct ReturnQuery {
    std::string redirect_to;
};
BOOST_DESCRIBE_STRUCT(ReturnQuery, (), (redirect_to))

// `wanted` if it is the path of a page of ours and nothing else, otherwise `usual`.
std::string safe_redirect(const config::Settings&, std::string_view wanted, std::string_view usual = "/");

// "?redirect_to=...", to be added to the path of a page that stands in between; nothing for the front page, where
// everybody ends up anyway.
std::string return_query(std::string_view redirect_to);

// Whether an authorization is made there, which may lead on to an application at once: for PageHead.
bool leads_to_application(std::string_view redirect_to);

} // namespace cairn::pages
