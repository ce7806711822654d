// Pictures of people and projects: what may be kept, smaller versions, and a drawing for those who have none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::pictures {

enum class Format : std::uint8_t { png, jpeg, gif, webp };

// "image/png"
std::string_view media_type(Format);

struct Header {
    Format format = Format::png;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// What the first bytes say, without decoding anything: so a picture that would be enormous is refused before it is.
// Nothing when they are of none of the formats.
std::optional<Header> read_header(std::string_view bytes);

// Whether all of the picture can be decoded. The caller has looked at the header: that takes four bytes a pixel.
bool is_decodable(std::string_view bytes, const Header&);

// The middle square of a picture, at most `side` pixels wide, as PNG. Nothing when it cannot be decoded. The caller has
// looked at the header: decoding takes four bytes a pixel.
std::optional<std::string> scaled_square(std::string_view bytes, const Header&, unsigned side);

struct Color {
    std::uint8_t red = 0, green = 0, blue = 0;
};

// A drawing of few colors: `cells` are indexes into `palette`, row by row, `columns` in each.
struct Drawing {
    unsigned columns = 0;
    std::vector<std::uint8_t> cells;
    std::vector<Color> palette;
};

// As PNG of about `side` pixels in width, and in height as well unless it has fewer rows than columns.
std::string to_png(const Drawing&, unsigned side);

// A drawing that belongs to this text: symmetric, on a light ground, and different for nearly every text.
Drawing identicon(std::string_view text);

// These digits, for a person to read and nobody else; never the same picture twice.
Drawing digits(std::string_view text);

// For accounts that are nobody's.
Drawing silhouette();

} // namespace cairn::pictures
