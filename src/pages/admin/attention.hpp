// What those who run the site should look at, in words, the worst first.
#pragma once

#include "api/call.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

struct AdminMatter {
    std::string icon;
    bool bad = false; // something fails; else somebody waits
    std::string words{};
    std::string details{};
    std::string address{}; // where it can be mended
    std::string link{};
};
BOOST_DESCRIBE_STRUCT(AdminMatter, (), (icon, bad, words, details, address, link))

std::vector<AdminMatter> matters_to_look_at(const api::Call&);

} // namespace cairn::pages
