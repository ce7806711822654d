// Lines of "name<TAB>characters", looked up by name.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace cairn::markup {

class NameTable {
public:
    explicit NameTable(std::string_view lines)
    {
        for (const std::string_view line : text::split(lines, '\n'))
            if (const auto tab = line.find('\t'); tab != line.npos)
                entries_.emplace_back(line.substr(0, tab), line.substr(tab + 1));
        std::ranges::sort(entries_);
    }
    // Empty when there is none.
    std::string_view find(std::string_view name) const
    {
        const auto found = std::ranges::lower_bound(entries_, name, std::less(), &Entry::first);
        return found != entries_.end() && found->first == name ? found->second : std::string_view();
    }

private:
    using Entry = std::pair<std::string_view, std::string_view>;
    std::vector<Entry> entries_;
};

inline void append_utf8(std::string& out, char32_t c)
{
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (c >> shift & 0x3F)); };
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        tail(0);
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | c >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0 | c >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

} // namespace cairn::markup
