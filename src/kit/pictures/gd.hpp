// All that is done with pixels, by libgd, in the process that calls it. For the codec process alone: everybody else
// asks for it with picture.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pictures/picture.hpp"

namespace cairn::pictures::gd {

void open_library();

bool is_decodable(std::string_view bytes, Format);
std::optional<std::string> scaled_square(std::string_view bytes, Format, unsigned side);
std::string to_png(const Drawing&, unsigned side);

} // namespace cairn::pictures::gd
