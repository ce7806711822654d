// Writes the paragraphs of Org on a sheet, and counts the notes that they refer to.
#pragma once

#include <map>
#include <vector>

#include "markup/footnotes.hpp"
#include "markup/org_inline.hpp"
#include "markup/org_lines.hpp"
#include "markup/sheet.hpp"

namespace cairn::markup::org {

// A note that is referred to.
struct Note {
    std::size_t line = 0; // where it begins, unless it was said on the spot
    std::string said{};   // on the spot
};

class Text {
public:
    Text(Sheet& sheet, const std::vector<Line>& lines);

    void write(std::string_view text) { write(read_inline(text)); }
    void write_heading(std::size_t level, const Heading&, std::string id);

    // In the order of the first references to them, which gives them their numbers (from 1). Writing may add to them.
    const std::vector<Note>& notes() const { return notes_; }
    void start_note(std::size_t number) { footnotes_.start(std::to_string(number)); }
    void write_way_back(std::size_t number) { footnotes_.lead_back(std::to_string(number)); }

private:
    void write(std::span<const Piece>);
    void write_label(std::string_view css_class, std::string_view text);
    void refer_to_note(const Piece&);

    Sheet& sheet_;
    Writer& out_;
    Footnotes footnotes_;
    std::map<std::string_view, std::size_t> definitions_{};     // the lines where notes begin, by their labels
    std::map<std::string, std::size_t, std::less<>> numbers_{}; // by their labels
    std::vector<Note> notes_{};
};

} // namespace cairn::markup::org
