#include "markup/org_inline.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "markup/org_lines.hpp"

namespace cairn::markup::org {

namespace {

constexpr std::size_t deepest = 50;
constexpr auto npos = std::string_view::npos;

struct Emphasis {
    char mark;
    std::string_view element; // empty: what is inside is what it says
};
constexpr auto emphases = std::to_array<Emphasis>({
    {'*', "strong"},
    {'/', "em"},
    {'_', "u"},
    {'+', "del"},
    {'=', ""},
    {'~', ""},
});

// What may stand before an emphasis, and behind it.
bool is_before(char c) { return text::is_space(c) || std::string_view("-({'\"").contains(c); }
bool is_behind(char c) { return text::is_space(c) || std::string_view("-.,;:!?')}[\"\\").contains(c); }

bool is_web_address(std::string_view text)
{
    return text::istarts_with(text, "http://") || text::istarts_with(text, "https://");
}

bool is_picture(std::string_view target)
{
    static constexpr auto endings =
        std::to_array<std::string_view>({".apng", ".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"});
    const auto path = target.substr(0, target.find_first_of("?#"));
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        return path.size() > ending.size() && text::iequals(path.substr(path.size() - ending.size()), ending);
    });
}

// The text is read once from its beginning to its end, and so are the places where something may close: each search
// goes on where the last one for the same thing ended.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) { }

    std::vector<Piece> read()
    {
        read_range(0, text_.size());
        return std::move(pieces_);
    }

private:
    void read_range(std::size_t begin, std::size_t end)
    {
        done_ = begin;
        const auto range = text_.substr(0, end);
        for (auto at = begin; (at = range.find_first_of("*/_+=~[<:\\", at)) != npos;)
            at = std::max(read_mark(at, begin, end), at + 1);
        put_words(end);
    }

    // Each of these says where the text goes on; where it stood, when there is nothing of the kind.
    std::size_t read_mark(std::size_t at, std::size_t begin, std::size_t end)
    {
        switch (text_[at]) {
        case '[': return text_.substr(at).starts_with("[fn:") ? read_note(at, end) : read_link(at, end);
        case '<': return read_angle_link(at, end);
        case ':': return pass_address(at, end);
        case '\\': return read_break(at, end);
        default: return read_emphasis(at, begin, end);
        }
    }
    std::size_t read_emphasis(std::size_t at, std::size_t begin, std::size_t end);
    std::size_t read_link(std::size_t at, std::size_t end);
    std::size_t read_angle_link(std::size_t at, std::size_t end);
    std::size_t read_note(std::size_t at, std::size_t end);
    std::size_t read_break(std::size_t at, std::size_t end);
    std::size_t pass_address(std::size_t at, std::size_t end) const;
    std::size_t find_closing(std::size_t emphasis, std::size_t at, std::size_t end);

    std::size_t find_brackets(std::size_t from)
    {
        if (brackets_ < from) brackets_ = text_.find("]]", from);
        return brackets_;
    }

    void put(Piece::Kind kind, std::string_view text = {}, std::string_view label = {})
    {
        pieces_.push_back({.kind = kind, .text = text, .label = label});
    }
    void put_words(std::size_t end)
    {
        if (end > done_) put(Piece::Kind::words, text_.substr(done_, end - done_));
        done_ = end;
    }

    std::string_view text_;
    std::vector<Piece> pieces_{};
    std::size_t done_ = 0; // up to here there are pieces
    std::size_t depth_ = 0;
    std::size_t brackets_ = 0;                            // the next ]]
    std::array<std::size_t, emphases.size()> closings_{}; // the next that may close each emphasis
};

// The first mark behind `at` that closes the emphasis which begins there.
std::size_t Reader::find_closing(std::size_t emphasis, std::size_t at, std::size_t end)
{
    const char mark = emphases[emphasis].mark;
    auto& next = closings_[emphasis];
    if (next < at + 2) {
        next = text_.find(mark, at + 2);
        while (next != npos
               && (text::is_space(text_[next - 1]) || (next + 1 < text_.size() && !is_behind(text_[next + 1]))))
            next = text_.find(mark, next + 1);
    }
    if (next < end) return next;
    // At the end of what is around it nothing has to be behind.
    const bool at_end = end > at + 2 && text_[end - 1] == mark && !text::is_space(text_[end - 2]);
    return at_end ? end - 1 : npos;
}

std::size_t Reader::read_emphasis(std::size_t at, std::size_t begin, std::size_t end)
{
    const auto found = std::ranges::find(emphases, text_[at], &Emphasis::mark);
    if ((at > begin && !is_before(text_[at - 1])) || at + 1 >= end || text::is_space(text_[at + 1])) return at;
    if (!found->element.empty() && depth_ == deepest) return at;
    const auto close = find_closing(static_cast<std::size_t>(found - emphases.begin()), at, end);
    if (close == npos) return at;
    put_words(at);
    if (found->element.empty()) {
        put(Piece::Kind::code, text_.substr(at + 1, close - at - 1));
    } else {
        put(Piece::Kind::start, found->element);
        ++depth_;
        read_range(at + 1, close);
        --depth_;
        put(Piece::Kind::end, found->element);
    }
    return done_ = close + 1;
}

// [[target]] or [[target][text]].
std::size_t Reader::read_link(std::size_t at, std::size_t end)
{
    if (!text_.substr(at, end - at).starts_with("[[")) return at;
    const auto target_end = text_.substr(0, end).find_first_of("[]\n", at + 2);
    if (target_end == npos) return at;
    const auto target = text::trim(text_.substr(at + 2, target_end - at - 2));
    const auto behind = text_.substr(target_end, 2);
    const auto close = behind == "]]" ? target_end : behind == "][" ? find_brackets(target_end + 2) : npos;
    if (target.empty() || close == npos || close + 2 > end) return at;

    put_words(at);
    const auto described = close > target_end + 2;
    const auto text = described ? text::trim(text_.substr(target_end + 2, close - target_end - 2)) : std::string_view();
    if (text.empty() && is_picture(without_file(target))) {
        put(Piece::Kind::picture, target);
    } else {
        put(Piece::Kind::link, target);
        const bool shows = text.starts_with("file:") || text.starts_with("./") || is_web_address(text);
        if (text.empty()) put(Piece::Kind::words, target.starts_with('*') ? target.substr(1) : without_file(target));
        else if (shows && !text.contains(' ') && is_picture(without_file(text))) put(Piece::Kind::picture, text);
        else read_range(target_end + 2, close);
        put(Piece::Kind::end, "a");
    }
    return done_ = close + 2;
}

// <https://host/path>
std::size_t Reader::read_angle_link(std::size_t at, std::size_t end)
{
    const auto inside = text_.substr(at + 1, end - at - 1);
    if (!is_web_address(inside) && !text::istarts_with(inside, "mailto:")) return at;
    const auto length = inside.find_first_of("<> \t\n");
    if (length == npos || inside[length] != '>') return at;
    put_words(at);
    put(Piece::Kind::link, inside.substr(0, length));
    put(Piece::Kind::words, inside.substr(0, length));
    put(Piece::Kind::end, "a");
    return done_ = at + length + 2;
}

// [fn:label], [fn:label:text] or [fn::text]. The text has no notes of its own, so no search for its end goes over the
// beginning of another.
std::size_t Reader::read_note(std::size_t at, std::size_t end)
{
    auto label_end = at + 4;
    while (label_end < end && is_label(text_[label_end])) ++label_end;
    if (label_end >= end) return at;
    const auto label = text_.substr(at + 4, label_end - at - 4);
    auto close = label_end;
    if (text_[label_end] == ':') {
        std::size_t open = 1;
        while (open > 0) {
            if (++close >= end) return at;
            if (text_.substr(close).starts_with("[fn:")) return at;
            if (text_[close] == '[') ++open;
            if (text_[close] == ']') --open;
        }
    } else if (text_[label_end] != ']') {
        return at;
    }
    const auto says = close > label_end ? text::trim(text_.substr(label_end + 1, close - label_end - 1)) : label;
    if (says.empty()) return at;
    put_words(at);
    put(Piece::Kind::note, close > label_end ? says : std::string_view(), label);
    return done_ = close + 1;
}

// Two backslashes at the end of a line.
std::size_t Reader::read_break(std::size_t at, std::size_t end)
{
    const auto rest = text_.substr(at, 3);
    if ((rest != "\\\\\n" && rest != "\\\\") || at + rest.size() > end || (at > 0 && text_[at - 1] == '\\')) return at;
    put_words(at);
    if (rest.size() == 3) put(Piece::Kind::line_break);
    return done_ = at + rest.size();
}

// The marks in an address are its own; the sheet will see the address in the words.
std::size_t Reader::pass_address(std::size_t at, std::size_t end) const
{
    const auto before = text_.substr(0, at);
    if (!text_.substr(at).starts_with("://") || !(before.ends_with("http") || before.ends_with("https"))) return at;
    return std::min(text_.substr(0, end).find_first_of(" \t\n<>[]", at), end);
}

} // namespace

std::vector<Piece> read_inline(std::string_view text) { return Reader(text).read(); }

std::string words_of(std::span<const Piece> pieces)
{
    std::string words;
    for (const Piece& piece : pieces) {
        if (piece.kind == Piece::Kind::words || piece.kind == Piece::Kind::code) words += piece.text;
        if (piece.kind == Piece::Kind::line_break) words += ' ';
    }
    return words;
}

std::string_view without_file(std::string_view target)
{
    if (!target.starts_with("file:")) return target;
    target.remove_prefix(5);
    if (target.starts_with("//")) target.remove_prefix(2);
    return target.substr(0, target.find("::"));
}

} // namespace cairn::markup::org
