// Which bytes stay as they are where others are written in another way.
#pragma once

#include <array>
#include <string_view>

namespace cairn::text {

using SignSet = std::array<bool, 256>;

// The letters and digits of ASCII, and what is said.
constexpr SignSet letters_digits_and(std::string_view also)
{
    SignSet signs{};
    for (const std::string_view some :
         {std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), also})
        for (const char c : some) signs[static_cast<unsigned char>(c)] = true;
    return signs;
}

constexpr bool has(const SignSet& signs, char c) { return signs[static_cast<unsigned char>(c)]; }

} // namespace cairn::text
