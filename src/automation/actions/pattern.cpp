#include "actions/pattern.hpp"

#include <vector>

namespace cairn::actions {

namespace {

struct Sign {
    enum class Kind : unsigned char { one, set, segment, anything };
    Kind kind = Kind::one;
    char character = 0;
    std::vector<std::pair<char, char>> ranges{};
    std::size_t skips = 0; // it and those after it may be passed over, so many: 1 for `?` after it
    bool repeated = false; // `+` after it

    bool takes(char c) const
    {
        switch (kind) {
        case Kind::one: return c == character;
        case Kind::segment: return c != '/';
        case Kind::anything: return true;
        case Kind::set:
            for (const auto& [low, high] : ranges)
                if (low <= c && c <= high) return true;
            return false;
        }
        return false;
    }
};

// What is in brackets, up to the closing one; without one the bracket is meant as it is.
bool read_set(std::string_view& rest, Sign& sign)
{
    const auto end = rest.find(']', 1);
    if (end == rest.npos) return false;
    const auto inside = rest.substr(0, end);
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const bool range = i + 2 < inside.size() && inside[i + 1] == '-';
        sign.ranges.emplace_back(inside[i], range ? inside[i + 2] : inside[i]);
        if (range) i += 2;
    }
    sign.kind = Sign::Kind::set;
    rest.remove_prefix(end + 1);
    return true;
}

std::vector<Sign> read(std::string_view rest)
{
    std::vector<Sign> signs;
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if ((c == '?' || c == '+') && !signs.empty()) {
            if (c == '?') signs.back().skips = 1;
            else signs.back().repeated = true;
            continue;
        }
        auto& sign = signs.emplace_back(Sign{.character = c});
        if (c == '*') {
            sign.skips = 1;
            sign.repeated = true;
            sign.kind = rest.starts_with('*') ? Sign::Kind::anything : Sign::Kind::segment;
            if (rest.starts_with('*')) rest.remove_prefix(1);
            // `**` and a slash is any number of folders, also none.
            if (sign.kind == Sign::Kind::anything && rest.starts_with('/')
                && (signs.size() == 1 || signs[signs.size() - 2].character == '/')) {
                sign.skips = 2;
                signs.push_back({.character = '/'});
                rest.remove_prefix(1);
            }
        } else if (c == '\\' && !rest.empty()) {
            sign.character = rest.front();
            rest.remove_prefix(1);
        } else if (c == '[') {
            read_set(rest, sign);
        }
    }
    return signs;
}

} // namespace

bool fits(std::string_view pattern, std::string_view text)
{
    const auto signs = read(pattern);
    // places[i]: the signs before i fit what was read so far.
    std::vector<bool> places(signs.size() + 1);
    const auto pass_over = [&] {
        for (std::size_t i = 0; i < signs.size(); ++i)
            if (places[i] && signs[i].skips > 0) places[i + signs[i].skips] = true;
    };
    places[0] = true;
    pass_over();
    for (const char c : text) {
        std::vector<bool> next(places.size());
        for (std::size_t i = 0; i < signs.size(); ++i) {
            if (!signs[i].takes(c)) continue;
            if (places[i]) next[i + 1] = true;
            // Behind a sign that repeats, one more of it is still behind it.
            if (places[i + 1] && signs[i].repeated) next[i + 1] = true;
        }
        places = std::move(next);
        pass_over();
    }
    return places.back();
}

bool lets_in(std::span<const std::string> patterns, std::string_view text)
{
    bool in = false;
    for (const auto& pattern : patterns) {
        const bool takes_out = pattern.starts_with('!');
        if (fits(std::string_view(pattern).substr(takes_out ? 1 : 0), text)) in = !takes_out;
    }
    return in;
}

} // namespace cairn::actions
