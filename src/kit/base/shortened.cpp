#include "base/shortened.hpp"

#include "base/utf8.hpp"

namespace cairn {

std::string shortened(std::string_view text, std::size_t most_bytes)
{
    constexpr std::string_view ellipsis = "…";
    if (text.size() <= most_bytes) return std::string(text);
    std::size_t end = 0;
    while (const auto step = utf8_sequence(text.substr(end))) {
        if (end + step > most_bytes - ellipsis.size()) break;
        end += step;
    }
    return std::string(text.substr(0, end)) += ellipsis;
}

} // namespace cairn
