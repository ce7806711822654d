// Footnotes as a page has them, whichever language they are written in.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "markup/sheet.hpp"

namespace cairn::markup {

class Footnotes {
public:
    explicit Footnotes(Sheet& sheet) : sheet_(sheet), out_(sheet.writer()) { }

    // A reference in the text to the note of that number; each has a place of its own.
    void refer(std::string_view number);
    // The notes stand behind all else, in the order of their numbers. The caller ends what this begins.
    void start(std::string_view number);
    // From a note to the first reference.
    void lead_back(std::string_view number);

private:
    std::string id_of(std::string_view number) const;

    Sheet& sheet_;
    Writer& out_;
    std::map<std::string, int, std::less<>> references_{}; // so far, to each
};

} // namespace cairn::markup
