// What a page says about what was just done, on the page that comes next.
//
//     const Notice key_added{"key-added", Phrase("The key is added.")};
//     ...
//     return done("/user/settings/keys", key_added);
#pragma once

#include <string_view>

#include "words/phrase.hpp"

namespace cairn::pages {

// Made once, at namespace scope, beside the action that leaves it: it is found by its code from then on.
class Notice {
public:
    enum class Tone : bool { good, bad };

    Notice(std::string_view code, words::Phrase words, Tone tone = Tone::good);
    Notice(const Notice&) = delete;
    Notice& operator=(const Notice&) = delete;

    // What the cookie carries from one page to the next: never words, so that nobody can plant any.
    const std::string_view code;
    const words::Phrase words;
    const bool good;

    // The one made before it; for whoever looks at all.
    const Notice* const before;
};

// The one made last; null when there is none.
const Notice* last_notice();
// Null for a code that is none of ours.
const Notice* find_notice(std::string_view code);

} // namespace cairn::pages
