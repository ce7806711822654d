// A look at YAML before anything is built of it: libyaml takes a time that grows with the square of the depth.
#pragma once

#include <string>
#include <string_view>

namespace cairn::markup {

struct YamlLimits {
    int values; // keys and aliases count too
    int depth;
};

// What of the text is too much, in words and with its line. Empty for a text within the limits, and for one that is no
// YAML before it comes to them: loading it tells why.
std::string excess_of(std::string_view yaml, YamlLimits);

} // namespace cairn::markup
