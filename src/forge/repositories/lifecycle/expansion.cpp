#include "repositories/lifecycle/expansion.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::repositories {

namespace {

std::vector<std::string> words_of(std::string_view value)
{
    std::vector<std::string> words;
    bool inside = false;
    bool was_lower = false;
    for (const char c : value) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool separates = c == ' ' || c == '-' || c == '_' || c == '.';
        if (separates) inside = false;
        else {
            if (!inside || (upper && was_lower)) words.emplace_back();
            words.back() += text::to_lower(c);
            inside = true;
        }
        was_lower = !separates && !upper;
    }
    return words;
}

std::string join(const std::vector<std::string>& words, std::string_view separator, bool capital, bool capital_first)
{
    std::string joined;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) joined += separator;
        std::string word = words[i];
        if (i == 0 ? capital_first : capital) word.front() = text::to_upper(word.front());
        joined += word;
    }
    return joined;
}

std::string title(std::string_view value)
{
    std::string text(value);
    bool begins = true;
    for (char& c : text) {
        if (begins) c = text::to_upper(c);
        begins = c == ' ' || c == '-' || c == '_';
    }
    return text;
}

bool is_name_letter(char c) { return text::is_alpha(c) || text::is_digit(c) || c == '_'; }

// Takes time in proportion to the product of both lengths, whatever the pattern is.
bool matches(std::string_view pattern, std::string_view path)
{
    // reach[i]: the pattern up to here matches the first i bytes of the path.
    std::vector<bool> reach(path.size() + 1, false);
    reach[0] = true;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        std::vector<bool> next(path.size() + 1, false);
        if (pattern[at] == '*') {
            const bool deep = pattern.substr(at).starts_with("**");
            if (deep) ++at;
            bool running = false;
            for (std::size_t i = 0; i <= path.size(); ++i) {
                running = running && (deep || path[i - 1] != '/');
                running = running || reach[i];
                next[i] = running;
            }
        } else {
            for (std::size_t i = 0; i < path.size(); ++i)
                next[i + 1] = reach[i] && (pattern[at] == path[i] || (pattern[at] == '?' && path[i] != '/'));
        }
        reach = std::move(next);
    }
    return reach.back();
}

} // namespace

void add_in_all_cases(Variables& variables, const std::string& name, const std::string& value)
{
    const auto words = words_of(value);
    variables[name] = value;
    variables[name + "_SNAKE"] = join(words, "_", false, false);
    variables[name + "_KEBAB"] = join(words, "-", false, false);
    variables[name + "_CAMEL"] = join(words, "", true, false);
    variables[name + "_PASCAL"] = join(words, "", true, true);
    variables[name + "_LOWER"] = text::to_lower(value);
    variables[name + "_UPPER"] = text::to_upper(value);
    variables[name + "_TITLE"] = title(value);
}

std::string expand(std::string_view text, const Variables& variables)
{
    std::string expanded;
    while (!text.empty()) {
        const auto dollar = std::min(text.find('$'), text.size());
        expanded += text.substr(0, dollar);
        text.remove_prefix(dollar);
        if (text.empty()) break;
        const bool braced = text.starts_with("${");
        const auto rest = text.substr(braced ? 2 : 1);
        const auto length = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_name_letter) - rest.begin());
        const auto found = variables.find(rest.substr(0, length));
        const bool closed = !braced || rest.substr(length).starts_with('}');
        if (found == variables.end() || !closed) {
            expanded += '$';
            text.remove_prefix(1);
            continue;
        }
        expanded += found->second;
        text = rest.substr(length + (braced ? 1 : 0));
    }
    return expanded;
}

ExpandedFiles::ExpandedFiles(std::string_view list)
{
    for (const auto line : text::split(list, '\n')) {
        const auto pattern = text::trim(line);
        if (!pattern.empty() && !pattern.starts_with('#')) patterns_.emplace_back(pattern);
    }
}

bool ExpandedFiles::contains(std::string_view path) const
{
    return std::ranges::any_of(patterns_, [&](const auto& pattern) { return matches(pattern, path); });
}

} // namespace cairn::repositories
