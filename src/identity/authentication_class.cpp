#include "identity/authentication_class.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace cairn::identity {

namespace {

constexpr std::array<std::string_view, 3> classes{"1", "2", "phr"};

// How many of the classes the methods reach.
std::size_t level_of(std::string_view methods)
{
    const auto words = text::split_list(methods, ' ');
    if (std::ranges::find(words, "hwk") != words.end()) return 3;
    return std::min<std::size_t>(words.size(), 2);
}

} // namespace

std::vector<std::string> authentication_classes() { return {classes.begin(), classes.end()}; }

std::vector<std::string> known_classes(std::span<const std::string> wanted)
{
    std::vector<std::string> known;
    std::ranges::copy_if(wanted, std::back_inserter(known),
                         [](const std::string& name) { return std::ranges::find(classes, name) != classes.end(); });
    return known;
}

std::string class_reached(std::string_view methods)
{
    const auto level = level_of(methods);
    return level == 0 ? std::string() : std::string(classes[level - 1]);
}

std::string class_met(std::string_view methods, std::span<const std::string> wanted)
{
    const auto reached = std::span(classes).first(level_of(methods));
    for (const auto& name : wanted)
        if (std::ranges::find(reached, name) != reached.end()) return name;
    return {};
}

std::vector<std::string> methods_told(std::string_view methods)
{
    std::vector<std::string> told;
    // A recovery code is a password that is good once, and RFC 8176 has no other word for it.
    for (const auto word : text::split_list(methods, ' ')) told.emplace_back(word == "rcv" ? "otp" : word);
    if (told.size() > 1 && std::ranges::find(told, "mfa") == told.end()) told.emplace_back("mfa");
    return told;
}

} // namespace cairn::identity
