// YAML by libyaml, in the process that calls it. For the codec process alone: everybody else asks for it with yaml.hpp.
#pragma once

#include <string>
#include <string_view>

#include "markup/yaml.hpp"

namespace cairn::markup::libyaml {

inline constexpr std::size_t longest_yaml = 256 * 1024;

// A text of at most that many bytes.
Result<Yaml> load(std::string_view text);

std::string dump(const Yaml&);

// The front matter of a file as packed steps of a Writer: see front_matter.cpp. Empty where it is none.
std::string front_matter_steps(std::string_view yaml);

} // namespace cairn::markup::libyaml
