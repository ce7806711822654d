// A badge: what a workflow is called and what became of it, as a small picture for a README.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/reflect.hpp"

namespace cairn::actions {

enum class BadgeStyle : std::uint8_t { flat, flat_square };
BOOST_DESCRIBE_ENUM(BadgeStyle, flat, flat_square)
constexpr auto words(const BadgeStyle*) { return std::array<std::string_view, 2>{"flat", "flat-square"}; }

struct Badge {
    std::string label; // anything: it is shortened and escaped
    std::string message;
    std::string_view color; // as CSS has it
    BadgeStyle style = BadgeStyle::flat;
};

// As SVG.
std::string draw(const Badge&);

} // namespace cairn::actions
