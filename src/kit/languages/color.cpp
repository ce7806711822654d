#include "languages/color.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace cairn::languages {

namespace {

// Muted, as the rest of the pages, and as near to what people know of the languages as that allows. By name.
constexpr std::pair<std::string_view, std::string_view> known[] = {
    {"Assembly", "#7a6a3c"},   {"C", "#7d858a"},          {"C#", "#4f8a55"},         {"C++", "#b0587a"},
    {"CMake", "#a3504f"},      {"CSS", "#6a5a94"},        {"Clojure", "#b0566a"},    {"Dart", "#3f8f8c"},
    {"Dockerfile", "#4a6a75"}, {"Elixir", "#7a5a94"},     {"Erlang", "#a04a66"},     {"Fortran", "#5a5e94"},
    {"Go", "#4f93a8"},         {"HTML", "#bb6a48"},       {"Haskell", "#6a6088"},    {"Java", "#a3703a"},
    {"JavaScript", "#b39b3a"}, {"Julia", "#8a6a94"},      {"Kotlin", "#8a62b0"},     {"Lua", "#4a5aa0"},
    {"Makefile", "#5f8a4a"},   {"Nix", "#6f86b0"},        {"OCaml", "#b5803c"},      {"Objective-C", "#5a7ab0"},
    {"PHP", "#6a70a0"},        {"Perl", "#4a86a0"},       {"PowerShell", "#3f6a94"}, {"Python", "#5b8aa6"},
    {"R", "#4a80b5"},          {"Ruby", "#8f3f3a"},       {"Rust", "#b7714a"},       {"SCSS", "#b06088"},
    {"SQL", "#b08a3a"},        {"Scala", "#b04a4a"},      {"Shell", "#6f9a52"},      {"Swift", "#c06a4a"},
    {"TypeScript", "#4a6fa5"}, {"Vim Script", "#4f7a55"}, {"Vue", "#4f9a78"},        {"Zig", "#b8863f"},
};
static_assert(std::ranges::is_sorted(known, {}, &std::pair<std::string_view, std::string_view>::first));

// Many, so that two of one bar seldom have the same.
constexpr std::array<std::string_view, 24> others{"#7d858a", "#8a6f4a", "#5f7f6a", "#7a6a94", "#a06a5a", "#55809a",
                                                  "#94805a", "#8a5f7a", "#8f9a55", "#7d6aa8", "#b0855a", "#4f9a88",
                                                  "#a65f78", "#6f8a4e", "#a0743c", "#5a77b0", "#8a6d9a", "#4c8c6a",
                                                  "#b06a5a", "#6a93a0", "#9a8a4a", "#80709a", "#5f94b0", "#a8785f"};

} // namespace

std::string_view color_of(std::string_view language)
{
    if (language.empty()) return {};
    const auto* found =
        std::ranges::lower_bound(known, language, {}, &std::pair<std::string_view, std::string_view>::first);
    if (found != std::end(known) && found->first == language) return found->second;
    std::uint32_t sum = 0;
    for (const char c : language) sum = sum * 31 + static_cast<unsigned char>(c);
    return others[sum % others.size()];
}

} // namespace cairn::languages
