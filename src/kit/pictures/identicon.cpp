// A cairn of one's own: stones laid in a symmetric pattern of two hues, chosen by a digest of the text.
#include <array>
#include <cmath>

#include "crypto/digest.hpp"
#include "pictures/picture.hpp"

namespace cairn::pictures {

namespace {

constexpr unsigned columns = 9; // an empty border of one around seven
constexpr unsigned inner = 7;

// Of lightness and saturation in [0, 1], hue in turns.
Color color_of(double hue, double saturation, double lightness)
{
    const double chroma = (1 - std::abs(2 * lightness - 1)) * saturation;
    const auto channel = [&](double turn) {
        const double position = std::fmod(hue + turn + 1, 1.0) * 6;
        const double part = position < 1 ? position : position < 3 ? 1 : position < 4 ? 4 - position : 0;
        return static_cast<std::uint8_t>(std::lround((lightness - chroma / 2 + chroma * part) * 255));
    };
    return {channel(1.0 / 3), channel(0), channel(-1.0 / 3)};
}

} // namespace

Drawing identicon(std::string_view text)
{
    const auto digest = crypto::sha256(text);
    const double hue = digest[0] / 256.0;
    const double second = std::fmod(hue + (digest[1] % 2 == 0 ? 0.08 : 0.42), 1.0);
    Drawing drawing{.columns = columns,
                    .cells = std::vector<std::uint8_t>(std::size_t{columns} * columns, 0),
                    .palette = {color_of(hue, 0.25, 0.94), color_of(hue, 0.55, 0.45), color_of(second, 0.6, 0.58)}};
    for (unsigned row = 0; row < inner; ++row)
        for (unsigned column = 0; column <= inner / 2; ++column) {
            const auto chosen = static_cast<std::uint8_t>(digest[2 + row * 4 + column] % 5);
            const std::uint8_t color = chosen < 2 ? 1 : chosen == 2 ? 2 : 0;
            drawing.cells[(row + 1) * columns + column + 1] = color;
            drawing.cells[(row + 1) * columns + columns - 2 - column] = color;
        }
    return drawing;
}

Drawing silhouette()
{
    static constexpr std::array<std::string_view, 12> rows{
        "............", "....####....", "...######...", "...######...", "...######...", "....####....",
        ".....##.....", "...######...", "..########..", ".##########.", ".##########.", ".##########.",
    };
    Drawing drawing{.columns = static_cast<unsigned>(rows.size()),
                    .cells = {},
                    .palette = {{0xEC, 0xEE, 0xF1}, {0x9A, 0xA3, 0xAE}}};
    for (const auto row : rows)
        for (const char c : row) drawing.cells.push_back(c == '#' ? 1 : 0);
    return drawing;
}

} // namespace cairn::pictures
