// Addresses in pages.
#pragma once

#include <string>
#include <string_view>

namespace cairn::pages {

// A whole address for a link or a form, as it may stand in a page: a path of ours gets the site's root in front, an
// address of this site becomes a path, and one of a scheme that is not for links becomes "#". `foreign`: it may be of a
// program's own scheme, but still of none that would do something in the page (javascript:).
std::string safe_address(std::string_view address, std::string_view root, std::string_view root_url,
                         bool foreign = false);

// Whether it is a path of ours, which safe_address() leaves as it is behind the root.
bool is_own_path(std::string_view address);

// A part of a path: '/' stays.
std::string encoded_path(std::string_view);
// A value behind the '?'.
std::string encoded_value(std::string_view);

} // namespace cairn::pages
