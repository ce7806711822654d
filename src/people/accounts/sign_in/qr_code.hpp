// A text as a picture that phones read.
#pragma once

#include <string>
#include <string_view>

namespace cairn::accounts {

// SVG of a QR code with its quiet zone, black on white whatever the page's colors are. Throws for text that does not
// fit (beyond about 2,000 bytes).
std::string qr_svg(std::string_view text);

} // namespace cairn::accounts
