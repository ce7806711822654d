#include "packages/names.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::packages {

namespace {

constexpr std::size_t longest = 255; // characters; also of what a file system takes for a name

bool is_letter_or_digit(char c) { return text::is_alpha(c) || text::is_digit(c); }

bool consists_of(std::string_view text, std::string_view signs)
{
    return std::ranges::all_of(text, [&](char c) { return is_letter_or_digit(c) || signs.find(c) != signs.npos; });
}

} // namespace

Result<void> check_generic_name(std::string_view name)
{
    const bool fits = !name.empty() && name.size() <= longest && name != ".." && consists_of(name, "_.+-")
        && (name.size() > 1 || is_letter_or_digit(name.front()));
    if (fits) return {};
    return fail(Errc::bad_request,
                "a package's name has letters, digits and _ . + - and is not only one of those signs");
}

Result<void> check_version(std::string_view version)
{
    if (!version.empty() && text::trim(version) == version && utf8_length(version) <= longest) return {};
    return fail(Errc::bad_request, "a version is a text of at most 255 characters without blanks at its ends");
}

Result<void> check_file_name(std::string_view name)
{
    const bool fits = !name.empty() && name.size() <= longest && name != "." && name != ".." && text::trim(name) == name
        && consists_of(name, " -_+=:;.()[]{}~!@#$%^&");
    if (fits) return {};
    return fail(Errc::bad_request, "a file's name has letters, digits, blanks inside and -_+=:;.()[]{}~!@#$%^&");
}

} // namespace cairn::packages
