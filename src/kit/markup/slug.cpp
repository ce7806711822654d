#include "markup/slug.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "markup/names.hpp"

namespace cairn::markup {

namespace {

char32_t decoded(std::string_view sequence)
{
    static constexpr std::array<unsigned, 5> masks{0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t c = static_cast<unsigned char>(sequence.front()) & masks[sequence.size()];
    for (const char byte : sequence.substr(1)) c = c << 6 | (static_cast<unsigned char>(byte) & 0x3F);
    return c;
}

// The blocks of Unicode that hold signs rather than letters.
bool is_sign(char32_t c)
{
    struct Block {
        char32_t first, last;
    };
    static constexpr auto blocks = std::to_array<Block>({
        {0x80, 0xA9},       {0xAB, 0xB1},     {0xB4, 0xB4},     {0xB6, 0xB8},     {0xBB, 0xBB},
        {0xBF, 0xBF},       {0xD7, 0xD7},     {0xF7, 0xF7},     {0x2000, 0x206F}, // punctuation
        {0x20A0, 0x20CF},                                                         // currencies
        {0x2190, 0x2BFF},                                                         // arrows, mathematics, shapes
        {0x2E00, 0x2E7F},                                                         // more punctuation
        {0x3000, 0x3004},   {0x3008, 0x3020}, {0x3030, 0x3030},                   // of East Asia
        {0xFE00, 0xFE6F},                                                         // selectors and small forms
        {0xFF01, 0xFF0F},   {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0x1F000, 0x1FAFF}, // pictures
        {0xE0000, 0xE01EF},                                                                           // tags
    });
    return std::ranges::any_of(blocks, [c](const Block& block) { return c >= block.first && c <= block.last; });
}

// For the scripts that have two cases and that headings are written in.
char32_t lower(char32_t c)
{
    if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;                     // Latin-1
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177)) return c | 1; // Latin Extended-A
    if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E)) return c % 2 != 0 ? c + 1 : c;
    if (c >= 0x391 && c <= 0x3A9) return c + 32; // Greek
    if (c >= 0x410 && c <= 0x42F) return c + 32; // Cyrillic
    if (c >= 0x400 && c <= 0x40F) return c + 80;
    return c;
}

} // namespace

std::string slug(std::string_view heading)
{
    heading = text::trim(heading);
    std::string out;
    while (!heading.empty()) {
        const auto length = std::max<std::size_t>(utf8_sequence(heading), 1);
        const char first = heading.front();
        if (length > 1) {
            if (const char32_t c = decoded(heading.substr(0, length)); !is_sign(c)) append_utf8(out, lower(c));
        } else if (text::is_alpha(first) || text::is_digit(first) || first == '-' || first == '_') {
            out += text::to_lower(first);
        } else if (text::is_space(first)) {
            out += '-';
        }
        heading.remove_prefix(length);
    }
    return out;
}

} // namespace cairn::markup
