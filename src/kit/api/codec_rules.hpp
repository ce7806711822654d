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

// True for text that stands for no value where a choice or a time is wanted: an empty one, and the zero time of
// languages that have no other way to leave a date out (0001-01-01T00:00:00).
bool says_nothing(const Field&, std::string_view text);

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
