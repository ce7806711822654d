#include "markup/org_text.hpp"

#include <algorithm>

#include "markup/policy.hpp"
#include "markup/slug.hpp"

namespace cairn::markup::org {

namespace {

std::string address_of(std::string_view target)
{
    if (target.starts_with('*')) return "#" + slug(target.substr(1)); // a heading of this text
    return std::string(without_file(target));
}

} // namespace

Text::Text(Sheet& sheet, const std::vector<Line>& lines) : sheet_(sheet), out_(sheet.writer()), footnotes_(sheet)
{
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].partner != 0)
            if (const auto label = note_label(lines[i]); !label.empty()) definitions_.try_emplace(label, i);
}

void Text::write(std::span<const Piece> pieces)
{
    for (const Piece& piece : pieces) switch (piece.kind) {
        case Piece::Kind::words: sheet_.words(piece.text); break;
        case Piece::Kind::code:
            out_.start("code");
            out_.text(piece.text);
            out_.end("code");
            break;
        case Piece::Kind::line_break:
            out_.empty("br");
            out_.text("\n");
            break;
        case Piece::Kind::start: out_.start(piece.text); break;
        case Piece::Kind::end: out_.end(piece.text); break;
        case Piece::Kind::link: sheet_.start_link(address_of(piece.text), {}); break;
        case Piece::Kind::picture: {
            const std::string address(without_file(piece.text));
            sheet_.picture(address, {{"alt", address}});
            break;
        }
        case Piece::Kind::note: refer_to_note(piece); break;
        }
}

void Text::write_heading(std::size_t level, const Heading& heading, std::string id)
{
    const auto name = "h" + std::to_string(std::min<std::size_t>(level, 6));
    const auto title = read_inline(heading.title);
    if (id.empty()) id = slug(words_of(title));
    out_.start(name, {{"id", prefixed_id(id)}});
    if (!heading.keyword.empty()) {
        write_label(heading.keyword == "DONE" ? "done" : "todo", heading.keyword);
        out_.text(" ");
    }
    if (!heading.priority.empty()) {
        write_label("priority", heading.priority);
        out_.text(" ");
    }
    write(title);
    for (const std::string_view tag : heading.tags) {
        out_.text(" ");
        write_label("tag", tag);
    }
    out_.end(name);
}

void Text::write_label(std::string_view css_class, std::string_view text)
{
    out_.start("span", {{"class", std::string(css_class)}});
    out_.text(text);
    out_.end("span");
}

void Text::refer_to_note(const Piece& piece)
{
    const bool on_the_spot = !piece.text.empty();
    const auto known = numbers_.find(piece.label);
    const auto defined = definitions_.find(piece.label);
    const bool exists = on_the_spot || known != numbers_.end() || defined != definitions_.end();
    // No link can be in a link.
    if (!exists || out_.in_link()) return out_.text("[fn:" + std::string(piece.label) + "]");

    const auto number = known == numbers_.end() ? notes_.size() + 1 : known->second;
    if (number > notes_.size()) {
        notes_.push_back({.line = on_the_spot ? 0 : defined->second, .said = std::string(piece.text)});
        if (!piece.label.empty()) numbers_.emplace(piece.label, number);
    }
    footnotes_.refer(std::to_string(number));
}

} // namespace cairn::markup::org
