#include "base/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace cairn {

namespace {

constexpr bool is_between(unsigned char byte, unsigned char low, unsigned char high)
{
    return byte >= low && byte <= high;
}

constexpr bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

} // namespace

// The rows of table 3-7 of the Unicode standard: only the second byte's range depends on the first.
std::size_t utf8_sequence(std::string_view text)
{
    if (text.empty()) return 0;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    if (is_between(first, 0xC2, 0xDF)) return text.size() >= 2 && is_continuation(byte(1)) ? 2 : 0;
    if (is_between(first, 0xE0, 0xEF)) {
        const unsigned char low = first == 0xE0 ? 0xA0 : 0x80;
        const unsigned char high = first == 0xED ? 0x9F : 0xBF;
        return text.size() >= 3 && is_between(byte(1), low, high) && is_continuation(byte(2)) ? 3 : 0;
    }
    if (is_between(first, 0xF0, 0xF4)) {
        const unsigned char low = first == 0xF0 ? 0x90 : 0x80;
        const unsigned char high = first == 0xF4 ? 0x8F : 0xBF;
        const bool whole = text.size() >= 4 && is_between(byte(1), low, high) && is_continuation(byte(2));
        return whole && is_continuation(byte(3)) ? 4 : 0;
    }
    return 0;
}

bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        // Nearly all text is ASCII, eight bytes of it at a time.
        if (std::uint64_t eight = 0; text.size() >= sizeof eight) {
            std::memcpy(&eight, text.data(), sizeof eight);
            if ((eight & 0x8080808080808080ULL) == 0) {
                text.remove_prefix(sizeof eight);
                continue;
            }
        }
        const std::size_t taken = utf8_sequence(text);
        if (taken == 0) return false;
        text.remove_prefix(taken);
    }
    return true;
}

bool is_text(std::string_view text) { return text.find('\0') == text.npos && is_utf8(text); }

std::string to_text(std::string_view bytes)
{
    if (is_text(bytes)) return std::string(bytes);
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t taken = bytes.front() == '\0' ? 0 : utf8_sequence(bytes);
        if (taken == 0) text.append("\xEF\xBF\xBD");
        else text.append(bytes.substr(0, taken));
        bytes.remove_prefix(std::max<std::size_t>(taken, 1));
    }
    return text;
}

std::size_t utf8_length(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return !is_continuation(static_cast<unsigned char>(c)); }));
}

} // namespace cairn
