// Where a form beside the lines of a pull request leads back to: the page that it stood on, with all that was chosen
// there.
#pragma once

#include "pages/pull_place/pull_place.hpp"

namespace cairn::pages {

inline std::string files_address(const pulls::PullContext& at) { return pull_address(at) + "/files"; }

// `wanted` if it is a page of this pull request and nothing else; otherwise all of its files. Without a fragment.
inline std::string way_back(const pulls::PullContext& at, std::string_view wanted)
{
    const auto pull = pull_address(at);
    wanted = wanted.substr(0, wanted.find('#'));
    const bool is_here = wanted.starts_with(pull) && wanted.size() <= 4096
        && (wanted.size() == pull.size() || wanted[pull.size()] == '/' || wanted[pull.size()] == '?')
        && wanted.find("/review") == wanted.npos && wanted.find("..", pull.size()) != pull.size() + 1;
    const bool is_plain = std::ranges::all_of(wanted, [](char c) { return c > ' ' && c < 127 && c != '\\'; });
    return is_here && is_plain ? std::string(wanted) : files_address(at);
}

inline std::string remark_address(const pulls::PullContext& at, std::string_view wanted, std::int64_t id)
{
    return way_back(at, wanted) + "#issuecomment-" + std::to_string(id);
}

} // namespace cairn::pages
