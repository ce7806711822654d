// Words of ours that people read, marked so that they can be said in other languages as well.
//
//     Phrase("The key is added.")
//     Phrase("{count} branch", "{count} branches")
//
// What is written inside of a mark is English, and is the key to all other languages: tools/words.py gathers every mark
// of the sources and of the templates into web/languages. So both texts are literals. {name} stands for a value.
#pragma once

#include <string_view>

namespace cairn::words {

struct Phrase {
    std::string_view one;
    std::string_view many{}; // empty: it is not about a number of things

    constexpr Phrase() = default;
    explicit constexpr Phrase(std::string_view text) : one(text) { }
    constexpr Phrase(std::string_view text, std::string_view plural) : one(text), many(plural) { }

    constexpr bool empty() const { return one.empty(); }
};

} // namespace cairn::words
