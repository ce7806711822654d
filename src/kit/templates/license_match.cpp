#include "templates/license_match.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/text.hpp"
#include "templates/licenses.hpp"

namespace cairn::templates {

namespace {

// Sorted hashes of pairs of words: so order counts, and how lines are broken does not.
using Pairs = std::vector<std::size_t>;

// Owners differ, and so do the years: whole lines of them do not count.
bool is_notice(std::string_view line)
{
    const auto words = text::trim(line);
    return text::to_lower(words.substr(0, 9)) == "copyright" && words.size() < 120;
}

Pairs pairs_of(std::string_view text)
{
    Pairs pairs;
    std::size_t last = 0;
    std::string word;
    const auto end_word = [&] {
        if (word.empty()) return;
        const auto hash = std::hash<std::string>()(word);
        pairs.push_back(last * 31 + hash);
        last = hash;
        word.clear();
    };
    for (const auto line : text::split(text, '\n')) {
        if (is_notice(line)) continue;
        for (const char c : line)
            if (text::is_alpha(c) || text::is_digit(c)) word += text::to_lower(c);
            else end_word();
        end_word();
    }
    std::ranges::sort(pairs);
    return pairs;
}

// How much of both is in both, from 0 to 1.
double likeness(const Pairs& a, const Pairs& b)
{
    if (a.empty() || b.empty()) return 0;
    std::size_t common = 0;
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
        if (*x == *y) ++common, ++x, ++y;
        else if (*x < *y) ++x;
        else ++y;
    }
    return 2.0 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

struct Known {
    std::string_view name;
    Pairs pairs;
};

const std::vector<Known>& all_known()
{
    static const auto known = [] {
        std::vector<Known> all;
        for (const auto& license : licenses()) all.push_back({license.name, pairs_of(license.bytes)});
        return all;
    }();
    return known;
}

} // namespace

bool is_license_file(std::string_view name)
{
    const auto lower = text::to_lower(name);
    return std::ranges::any_of(std::array<std::string_view, 4>{"license", "licence", "copying", "unlicense"},
                               [&](auto beginning) { return lower.starts_with(beginning); });
}

std::string match_license(std::string_view text)
{
    constexpr double alike_enough = 0.9;
    const auto pairs = pairs_of(text);
    double best = alike_enough;
    std::string_view found;
    for (const auto& license : all_known())
        if (const auto value = likeness(pairs, license.pairs); value > best) {
            best = value;
            found = license.name;
        }
    return std::string(found);
}

} // namespace cairn::templates
