#include "contents/pointer.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::contents {

std::optional<Pointer> read_pointer(std::string_view text)
{
    constexpr std::string_view versions[] = {"version https://git-lfs.github.com/spec/v1",
                                             "version https://hawser.github.com/spec/v1"};
    if (text.size() >= longest_pointer) return {};
    const auto lines = text::split(text, '\n');
    if (std::ranges::find(versions, lines.front()) == std::end(versions)) return {};
    Pointer pointer;
    for (const auto line : lines) {
        const auto blank = line.find(' ');
        if (blank == line.npos) continue;
        const auto key = line.substr(0, blank);
        const auto value = line.substr(blank + 1);
        if (key == "oid") {
            constexpr std::string_view hash = "sha256:";
            if (!value.starts_with(hash)) return {};
            pointer.oid = value.substr(hash.size());
        } else if (key == "size") {
            const auto size = text::parse_integer(value, 0);
            if (!size) return {};
            pointer.size = *size;
        }
    }
    const auto is_hex = [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); };
    if (pointer.oid.size() != 64 || !std::ranges::all_of(pointer.oid, is_hex)) return {};
    return pointer;
}

} // namespace cairn::contents
