// Texts of people inside of what directories are asked: whatever somebody types stays a value, and never becomes a part
// of a filter or of a name.
#pragma once

#include <string>
#include <string_view>

namespace cairn::ldap {

// A value in a filter (RFC 4515, 3).
std::string escape_filter(std::string_view value);
// A value in a distinguished name (RFC 4514, 2.4).
std::string escape_name(std::string_view value);

using Escape = std::string (*)(std::string_view);

// The pattern with the escaped value in each place that says %s, or %[1]s as other servers write it.
std::string fill_in(std::string_view pattern, std::string_view value, Escape);

// Whether there is such a place.
bool has_place(std::string_view pattern);

// Whether the parentheses of a filter fit, which is what people get wrong; the rest the directory says.
bool looks_like_filter(std::string_view filter);

} // namespace cairn::ldap
