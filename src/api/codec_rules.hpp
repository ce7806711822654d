// What every way of decoding agrees on: the rules for one value, and the words of a refusal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::api {

// What is wrong with a value; nothing when it is fine.
using Complaint = std::optional<std::string>;

// "a whole number is expected"
std::string expected(const Type&);

// Puts UTF-8 text where a string, a time or a choice is wanted.
Complaint assign_text(const Type&, const Note&, std::string_view text, void* into);

// The number nearest to that decimal text; nothing when it is none, or out of bounds.
std::optional<double> parse_number(std::string_view text);

// True when a member that the note demands holds nothing: an empty text, list or map. Sees through optionals.
bool holds_nothing(const Type&, const void* value);

inline constexpr std::string_view required_words = "is required";
// PostgreSQL cannot hold that character, and no name, title or description has a use for it.
inline constexpr std::string_view nul_words = "the NUL character is not allowed";

// "[path]: what is wrong"
std::unexpected<Error> refuse(Errc, std::string_view path, std::string_view complaint);

} // namespace cairn::api
