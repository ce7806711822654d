// YAML is read and written in codec processes: what goes there and comes back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "markup/yaml.hpp"
#include "sandbox/codec.hpp"

namespace cairn::markup {

extern const sandbox::Codec yaml_codec;

enum class YamlWish : std::uint8_t { load, dump, front_matter };
std::string yaml_request(YamlWish, std::string_view);

std::string pack_yaml(const Yaml&);
// `unprocessable` for what pack_yaml() has not made.
Result<Yaml> unpack_yaml(std::string_view);

} // namespace cairn::markup
