#include "markup/org.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "markup/language_class.hpp"
#include "markup/org_table.hpp"
#include "markup/org_text.hpp"

namespace cairn::markup {

namespace {

using namespace org;

// Lists in lists, blocks in blocks. What is deeper is shown as text.
constexpr std::size_t deepest = 50;

enum class Kind : std::uint8_t {
    text,
    blank,
    heading,
    keyword,
    comment,
    block,
    drawer,
    fixed,
    table,
    rule,
    item,
    note
};

bool is_planning(std::string_view text)
{
    return text.starts_with("SCHEDULED:") || text.starts_with("DEADLINE:") || text.starts_with("CLOSED:");
}

// A comma keeps a line of code from being read as Org.
std::string_view without_comma(std::string_view text)
{
    if (!text.starts_with(',')) return text;
    const auto behind = text.substr(std::min(text.find_first_not_of(','), text.size()));
    return behind.starts_with('*') || behind.starts_with("#+") ? text.substr(1) : text;
}

class Walk {
public:
    Walk(std::string_view text, Sheet& sheet) : lines_(read_lines(text)), text_(sheet, lines_), out_(sheet.writer()) { }

    void write()
    {
        contents(lines_.size(), 0);
        notes();
    }

private:
    struct Frame {              // what is being read
        std::size_t limit = 0;  // the line behind it
        std::size_t margin = 0; // lines that are less indented are behind it, too
        std::size_t depth = 0;
    };
    enum class Wrap : bool { no, yes };

    Kind kind_of(std::size_t line) const;
    bool has_more() const;
    void contents(std::size_t limit, std::size_t margin, std::string_view first = {}, Wrap = Wrap::yes);
    void element();
    void paragraph(std::string text, Wrap);
    void heading();
    std::string custom_id() const;
    void list();
    void item(std::string_view list);
    void checkbox(Item::Box);
    void table();
    void fixed();
    void block();
    void code(std::string_view language, std::span<const Line>);
    void verse(std::span<const Line>);
    void notes();
    void way_back();

    std::vector<Line> lines_;
    Text text_;
    Writer& out_;
    std::size_t at_ = 0; // the line to be read
    Frame frame_{};
    std::size_t note_ = 0; // the note that is being written, until it leads back
    std::size_t note_end_ = 0;
};

Kind Walk::kind_of(std::size_t line) const
{
    const auto text = lines_[line].text();
    if (text.empty()) return Kind::blank;
    const auto partner = lines_[line].partner;
    const bool ends = partner != 0 && partner < frame_.limit && frame_.depth <= deepest;
    switch (text.front()) {
    case '*':
        if (is_heading(lines_[line])) return Kind::heading;
        break;
    case '#':
        if (text.size() == 1 || text::is_space(text[1])) return Kind::comment;
        if (ends) return Kind::block;
        return read_keyword(text) ? Kind::keyword : Kind::text;
    case ':':
        if (text.size() == 1 || text[1] == ' ') return Kind::fixed;
        return ends ? Kind::drawer : Kind::text;
    case '|': return Kind::table;
    case '[': return partner != 0 && partner <= frame_.limit ? Kind::note : Kind::text;
    case '-':
        if (text.size() >= 5 && text.find_first_not_of('-') == text.npos) return Kind::rule;
        break;
    default: break;
    }
    return frame_.depth <= deepest && read_item(lines_[line]) ? Kind::item : Kind::text;
}

bool Walk::has_more() const
{
    if (at_ >= frame_.limit) return false;
    const Line& line = lines_[at_];
    if (!line.is_blank()) return line.indent >= frame_.margin;
    // Two blank lines end all lists.
    return frame_.margin == 0 || at_ + 1 >= frame_.limit || !lines_[at_ + 1].is_blank();
}

// All up to the limit or the margin, behind what the line before has left over.
void Walk::contents(std::size_t limit, std::size_t margin, std::string_view first, Wrap wrap)
{
    const auto outer = std::exchange(frame_, {limit, margin, frame_.depth + 1});
    if (!first.empty()) paragraph(std::string(first), wrap);
    while (has_more()) {
        const auto before = out_.position();
        element();
        if (outer.depth == 0 && out_.position() > before) out_.text("\n");
    }
    frame_ = outer;
}

void Walk::element()
{
    const Line& line = lines_[at_];
    switch (kind_of(at_)) {
    case Kind::heading: return heading();
    case Kind::block: return block();
    case Kind::fixed: return fixed();
    case Kind::table: return table();
    case Kind::item: return list();
    case Kind::drawer: at_ = line.partner + 1; return;
    case Kind::note: at_ = line.partner; return;
    case Kind::text: ++at_; return paragraph(std::string(line.text()), Wrap::yes);
    case Kind::rule: out_.empty("hr"); break;
    case Kind::keyword:
        if (const auto keyword = read_keyword(line.text()); text::iequals(keyword->name, "TITLE"))
            text_.write_heading(1, {.level = 1, .title = keyword->value}, {});
        break;
    case Kind::blank:
    case Kind::comment: break;
    }
    ++at_;
}

void Walk::paragraph(std::string text, Wrap wrap)
{
    for (; has_more() && kind_of(at_) == Kind::text; ++at_) text.append("\n").append(lines_[at_].text());
    if (wrap == Wrap::yes) out_.start("p");
    text_.write(text);
    if (at_ == note_end_) way_back();
    if (wrap == Wrap::yes) out_.end("p");
}

void Walk::heading()
{
    const auto heading = read_heading(lines_[at_++]);
    if (at_ < frame_.limit && is_planning(lines_[at_].text())) ++at_;
    text_.write_heading(heading.level + 1, heading, custom_id()); // the title of the text is above them all
}

// The name that the drawer below a heading gives it.
std::string Walk::custom_id() const
{
    static constexpr std::string_view property = ":CUSTOM_ID:";
    if (at_ >= frame_.limit || kind_of(at_) != Kind::drawer) return {};
    for (auto i = at_ + 1; i < lines_[at_].partner; ++i)
        if (const auto text = lines_[i].text(); text::istarts_with(text, property))
            return std::string(text::trim(text.substr(property.size())));
    return {};
}

void Walk::list()
{
    const auto indent = lines_[at_].indent;
    const auto first = read_item(lines_[at_]);
    const std::string_view name = first->ordered ? "ol" : first->term ? "dl" : "ul";
    out_.start(name);
    while (has_more() && lines_[at_].indent == indent && kind_of(at_) == Kind::item) item(name);
    out_.end(name);
}

void Walk::item(std::string_view list)
{
    const Line& line = lines_[at_++];
    const auto item = *read_item(line);
    const bool described = list == "dl";
    if (described) {
        out_.start("dt");
        checkbox(item.box);
        text_.write(item.term.value_or(""));
        out_.end("dt");
        out_.start("dd");
    } else {
        Attributes attributes;
        if (item.box != Item::Box::none) attributes.emplace_back("class", "task-list-item");
        if (!item.value.empty()) attributes.emplace_back("value", item.value);
        out_.start("li", attributes);
        checkbox(item.box);
    }
    std::string first(item.text);
    if (item.term && !described) first = std::string(*item.term).append(" :: ").append(first);
    contents(frame_.limit, line.indent + 1U, first, Wrap::no);
    out_.end(described ? "dd" : "li");
}

void Walk::checkbox(Item::Box box)
{
    if (box == Item::Box::none) return;
    Attributes attributes{{"type", "checkbox"}, {"disabled", ""}};
    if (box == Item::Box::checked) attributes.emplace_back("checked", "");
    out_.empty("input", attributes);
}

void Walk::table()
{
    const auto begin = at_;
    while (has_more() && kind_of(at_) == Kind::table) ++at_;
    write_table(std::span(lines_).subspan(begin, at_ - begin), text_, out_);
}

// Lines that begin with a colon.
void Walk::fixed()
{
    out_.start("pre");
    out_.start("code", {{"class", language_class({})}});
    for (; has_more() && kind_of(at_) == Kind::fixed; ++at_) {
        const auto text = lines_[at_].text();
        out_.text(text.substr(std::min<std::size_t>(2, text.size())));
        out_.text("\n");
    }
    out_.end("code");
    out_.end("pre");
}

void Walk::block()
{
    const auto opening = *read_opening(lines_[at_].text());
    const std::size_t end = lines_[at_++].partner;
    const auto inside = std::span(lines_).subspan(at_, end - at_);
    if (opening.name == "src") code(opening.parameters, inside);
    else if (opening.name == "example") code({}, inside);
    else if (opening.name == "verse") verse(inside);
    else if (opening.name != "export" && opening.name != "comment") {
        const std::string_view name = opening.name == "quote" ? "blockquote" : "div";
        out_.start(name, opening.name == "center" ? Attributes{{"align", "center"}} : Attributes());
        contents(end, 0);
        out_.end(name);
    }
    at_ = end + 1;
}

void Walk::code(std::string_view language, std::span<const Line> lines)
{
    std::size_t common = std::string_view::npos; // the indentation that all lines have
    for (const Line& line : lines)
        if (!line.is_blank()) common = std::min<std::size_t>(common, line.indent);
    out_.start("pre");
    out_.start("code", {{"class", language_class(language)}});
    for (const Line& line : lines) {
        if (!line.is_blank()) out_.text(line.whole.substr(common, line.indent - common));
        out_.text(without_comma(line.text()));
        out_.text("\n");
    }
    out_.end("code");
    out_.end("pre");
}

// Lines that stay lines, with their indentation.
void Walk::verse(std::span<const Line> lines)
{
    out_.start("p");
    for (const Line& line : lines) {
        if (&line != lines.data()) {
            out_.empty("br");
            out_.text("\n");
        }
        for (std::size_t i = 0; i < line.indent; ++i) out_.text("\u00A0");
        text_.write(line.text());
    }
    out_.end("p");
}

// All notes that are referred to; as notes refer to notes, their number grows on the way. They are the last, so the end
// of the sheet ends their list.
void Walk::notes()
{
    frame_.depth = 1; // they are no parts of the text of their own
    for (std::size_t i = 0; i < text_.notes().size(); ++i) {
        const Note note = text_.notes()[i];
        note_ = i + 1;
        text_.start_note(note_);
        if (!note.said.empty()) {
            at_ = note_end_ = lines_.size();
            contents(note_end_, 0, note.said);
        } else {
            const Line& line = lines_[note.line];
            at_ = note.line + 1;
            note_end_ = line.partner;
            while (lines_[note_end_ - 1].is_blank()) --note_end_;
            contents(note_end_, 0, text::trim(line.whole.substr(line.whole.find(']') + 1)));
        }
        way_back();
        out_.end("li");
        out_.text("\n");
    }
}

void Walk::way_back()
{
    if (note_ > 0) text_.write_way_back(note_);
    note_ = 0;
}

} // namespace

void write_org(std::string_view text, Sheet& sheet) { Walk(text, sheet).write(); }

} // namespace cairn::markup
