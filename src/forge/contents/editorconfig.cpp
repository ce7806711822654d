#include "contents/editorconfig.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace cairn::contents {

namespace {

constexpr std::size_t longest_pattern = 1024;
constexpr int most_steps = 100'000; // a pattern of many stars has many ways to fail

class Glob {
public:
    static bool fits(std::string_view pattern, std::string_view text)
    {
        Glob glob;
        return pattern.size() <= longest_pattern && glob.match(pattern, text);
    }

private:
    // The end of {...}, with those inside of it; npos without one.
    static std::size_t closing(std::string_view pattern)
    {
        int depth = 0;
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if (pattern[i] == '\\') ++i;
            else if (pattern[i] == '{') ++depth;
            else if (pattern[i] == '}' && --depth == 0) return i;
        }
        return std::string_view::npos;
    }

    static std::vector<std::string_view> choices(std::string_view inside)
    {
        std::vector<std::string_view> parts;
        int depth = 0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < inside.size(); ++i) {
            if (inside[i] == '\\') ++i;
            else if (inside[i] == '{') ++depth;
            else if (inside[i] == '}') --depth;
            else if (inside[i] == ',' && depth == 0) {
                parts.push_back(inside.substr(begin, i - begin));
                begin = i + 1;
            }
        }
        parts.push_back(inside.substr(begin));
        return parts;
    }

    bool match_choice(std::string_view inside, std::string_view rest, std::string_view text)
    {
        if (const auto dots = inside.find(".."); dots != inside.npos && !inside.contains(',')) {
            const auto first = text::parse_integer(inside.substr(0, dots));
            const auto last = text::parse_integer(inside.substr(dots + 2));
            if (first && last) {
                for (std::size_t size = 1; size <= text.size() && size <= 20; ++size) {
                    const auto number =
                        text::parse_integer(text.substr(0, size), std::min(*first, *last), std::max(*first, *last));
                    if (number && match(rest, text.substr(size))) return true;
                }
                return false;
            }
        }
        const auto parts = choices(inside);
        if (parts.size() == 1) return match("\\{" + std::string(inside) + "\\}" + std::string(rest), text);
        return std::ranges::any_of(
            parts, [&](std::string_view part) { return match(std::string(part) + std::string(rest), text); });
    }

    bool match_set(std::string_view set, char c)
    {
        const bool negated = set.starts_with('!');
        if (negated) set.remove_prefix(1);
        bool found = false;
        for (std::size_t i = 0; i < set.size(); ++i) {
            if (i + 2 < set.size() && set[i + 1] == '-') {
                found |= set[i] <= c && c <= set[i + 2];
                i += 2;
            } else {
                found |= set[i] == c;
            }
        }
        return found != negated;
    }

    bool match(std::string_view pattern, std::string_view text)
    {
        if (++steps_ > most_steps) return false;
        while (!pattern.empty()) {
            const char c = pattern.front();
            if (c == '*') {
                const bool any = pattern.starts_with("**");
                const auto rest = pattern.substr(any ? 2 : 1);
                for (std::size_t i = 0; i <= text.size(); ++i) {
                    if (match(rest, text.substr(i))) return true;
                    if (i < text.size() && text[i] == '/' && !any) return false;
                }
                return false;
            }
            if (c == '{')
                if (const auto end = closing(pattern); end != pattern.npos)
                    return match_choice(pattern.substr(1, end - 1), pattern.substr(end + 1), text);
            if (text.empty()) return false;
            if (c == '?') {
                if (text.front() == '/') return false;
            } else if (const auto end = c == '[' ? pattern.find(']', 2) : pattern.npos; end != pattern.npos) {
                if (text.front() == '/' || !match_set(pattern.substr(1, end - 1), text.front())) return false;
                pattern.remove_prefix(end);
            } else {
                if (c == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
                if (pattern.front() != text.front()) return false;
            }
            pattern.remove_prefix(1);
            text.remove_prefix(1);
        }
        return text.empty();
    }

    int steps_ = 0;
};

// A pattern without a slash is about names, wherever they are; one with a slash is about paths from the root.
bool section_fits(std::string_view pattern, std::string_view path)
{
    if (!pattern.contains('/')) return Glob::fits(pattern, path.substr(path.rfind('/') + 1));
    if (pattern.starts_with('/')) pattern.remove_prefix(1);
    return Glob::fits(pattern, path);
}

} // namespace

std::map<std::string, std::string> editorconfig_for(std::string_view text, std::string_view path)
{
    std::map<std::string, std::string> properties;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    bool fits = false;
    for (auto line : text::split(text, '\n')) {
        line = text::trim(line);
        if (line.empty() || line.starts_with('#') || line.starts_with(';')) continue;
        if (line.starts_with('[') && line.ends_with(']')) {
            fits = section_fits(line.substr(1, line.size() - 2), path);
            continue;
        }
        const auto equals = line.find('=');
        if (!fits || equals == line.npos) continue;
        auto value = line.substr(equals + 1);
        for (const auto* comment : {" #", " ;"}) value = value.substr(0, value.find(comment));
        properties[text::to_lower(text::trim(line.substr(0, equals)))] = text::to_lower(text::trim(value));
    }
    std::erase_if(properties,
                  [](const auto& property) { return property.second.empty() || property.second == "unset"; });
    return properties;
}

} // namespace cairn::contents
