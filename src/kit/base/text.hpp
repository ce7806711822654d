// Small questions about text, answered for bytes and ASCII (base/utf8.hpp knows the rest). No locale is ever asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::text {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
constexpr char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c; }
std::string to_lower(std::string_view);
std::string to_upper(std::string_view);

// Equal but for the case of ASCII letters.
constexpr bool iequals(std::string_view a, std::string_view b)
{
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (to_lower(a[i]) != to_lower(b[i])) return false;
    return true;
}

constexpr bool istarts_with(std::string_view text, std::string_view prefix)
{
    return text.size() >= prefix.size() && iequals(text.substr(0, prefix.size()), prefix);
}

// Without the white space at both ends.
constexpr std::string_view trim(std::string_view text)
{
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// Every part, also the empty ones: "a,,b" has three, "" has one.
std::vector<std::string_view> split(std::string_view, char separator);

// The parts that a person meant: trimmed, and without the empty ones. " a, ,b," has two.
std::vector<std::string_view> split_list(std::string_view, char separator = ',');

std::string join(std::span<const std::string_view>, std::string_view separator);
std::string join(std::span<const std::string>, std::string_view separator);

// Harmless between tags and inside of quoted attributes.
std::string escape_html(std::string_view);

// How many typing errors are between two words: a letter too many, missing, wrong, or two neighbors swapped.
// Takes time in proportion to the product of the lengths, so ask it about words, not about documents.
std::size_t edit_distance(std::string_view, std::string_view);

// The candidate that somebody who typed `word` most likely meant; empty when none is near. Case does not count.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

// A decimal number and nothing else: no plus sign, no space, no number out of bounds.
std::optional<std::int64_t> parse_integer(std::string_view,
                                          std::int64_t minimum = std::numeric_limits<std::int64_t>::min(),
                                          std::int64_t maximum = std::numeric_limits<std::int64_t>::max());

} // namespace cairn::text
