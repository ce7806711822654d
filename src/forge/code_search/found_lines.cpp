#include "code_search/found_lines.hpp"

#include <algorithm>

namespace cairn::code_search {

namespace {

struct Span {
    std::size_t begin;
    std::size_t end;
};

// In order, joined where they touch, each inside of one line.
std::vector<Span> tidy(std::vector<Span> spans, std::string_view text)
{
    std::ranges::sort(spans, {}, [](const Span& span) { return std::pair(span.begin, span.end); });
    std::vector<Span> joined;
    for (auto span : spans) {
        span.end = std::min(span.end, text.find('\n', span.begin));
        if (span.end <= span.begin) continue;
        if (!joined.empty() && span.begin <= joined.back().end)
            joined.back().end = std::max(joined.back().end, span.end);
        else joined.push_back(span);
    }
    return joined;
}

bool is_inside_of_character(std::string_view text, std::size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U;
}

FoundLine show(std::int64_t number, std::string_view line, std::span<const Span> spans, std::size_t line_begin)
{
    if (line.ends_with('\r')) line.remove_suffix(1);
    FoundLine shown{.number = number};
    std::size_t begin = 0;
    std::size_t end = line.size();
    if (line.size() > Searcher::longest_line) {
        if (!spans.empty()) {
            const auto first = spans.front().begin - line_begin;
            begin = first > Searcher::longest_line / 4 ? first - Searcher::longest_line / 4 : 0;
        }
        end = std::min(line.size(), begin + Searcher::longest_line);
        while (begin > 0 && is_inside_of_character(line, begin)) --begin;
        while (end > begin && is_inside_of_character(line, end)) --end;
    }
    shown.begins_before = begin > 0;
    shown.goes_on = end < line.size();
    shown.text = line.substr(begin, end - begin);
    for (const auto& span : spans) {
        const auto from = std::max(span.begin - line_begin, begin);
        const auto to = std::min(span.end - line_begin, end);
        if (from < to)
            shown.ranges.push_back({static_cast<std::int64_t>(from - begin), static_cast<std::int64_t>(to - from)});
    }
    return shown;
}

// Goes through a text line by line, from the front to the back.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) { }

    bool at_end() const { return begin_ >= text_.size(); }
    std::int64_t number() const { return number_; }
    std::size_t begin() const { return begin_; }
    std::size_t end() const { return std::min(text_.find('\n', begin_), text_.size()); }
    std::string_view line() const { return text_.substr(begin_, end() - begin_); }
    void next()
    {
        begin_ = end() + 1;
        ++number_;
    }
    void go_back(std::size_t lines)
    {
        for (; lines > 0 && begin_ > 0; --lines, --number_) {
            const auto before = begin_ < 2 ? text_.npos : text_.rfind('\n', begin_ - 2);
            begin_ = before == text_.npos ? 0 : before + 1;
        }
    }
    // To the line that has this place.
    void go_to(std::size_t place)
    {
        while (!at_end() && end() < place) next();
    }

private:
    std::string_view text_;
    std::size_t begin_ = 0;
    std::int64_t number_ = 1;
};

// The spans of the line that begins here; `rest` loses them.
std::span<const Span> take_line(std::span<const Span>& rest, std::size_t end)
{
    std::size_t count = 0;
    while (count < rest.size() && rest[count].begin < end) ++count;
    const auto line = rest.first(count);
    rest = rest.subspan(count);
    return line;
}

FoundLines cut_out(std::string_view text, std::span<const Span> spans)
{
    FoundLines found;
    Lines at(text);
    std::size_t shown = 0;
    std::int64_t last = 0; // the line that was shown last
    while (!spans.empty()) {
        at.go_to(spans.front().begin);
        if (shown == Searcher::most_shown) {
            take_line(spans, at.end());
            ++found.lines;
            continue;
        }
        auto first = at;
        first.go_back(Searcher::lines_around);
        while (first.number() <= last) first.next();
        if (found.fragments.empty() || first.number() > last + 1) found.fragments.emplace_back();
        auto& lines = found.fragments.back().lines;
        // Up to the third line behind the last that fits.
        for (std::int64_t until = at.number(); !first.at_end() && first.number() <= until; first.next()) {
            const bool may_show = shown < Searcher::most_shown;
            const auto fit = may_show ? take_line(spans, first.end()) : std::span<const Span>();
            lines.push_back(show(first.number(), first.line(), fit, first.begin()));
            last = first.number();
            if (fit.empty()) continue;
            ++shown;
            ++found.lines;
            until = first.number() + static_cast<std::int64_t>(Searcher::lines_around);
        }
    }
    return found;
}

} // namespace

Result<Searcher> Searcher::of(const Query& query)
{
    Searcher searcher;
    for (const auto& term : query.terms) {
        auto compiled = repositories::RegularExpression::compile(
            term.text,
            repositories::RegularExpression::Search{.literal = !term.expression, .any_case = !query.exact_case});
        if (!compiled) return fail(Errc::unprocessable, "this cannot be looked for: " + term.text);
        searcher.terms_.push_back(std::move(*compiled));
    }
    return searcher;
}

std::optional<FoundLines> Searcher::find(std::string_view text, bool& gave_up) const
{
    std::vector<Span> spans;
    for (const auto& term : terms_) {
        std::size_t matches = 0;
        for (std::size_t from = 0; matches < most_matches; ++matches) {
            const auto match = term.find(text, from);
            if (!match) gave_up = true;
            if (!match || match->length == 0) break;
            spans.push_back({match->begin, match->begin + match->length});
            from = spans.back().end;
        }
        if (matches == 0) return std::nullopt;
    }
    return cut_out(text, tidy(std::move(spans), text));
}

bool Searcher::fits(std::string_view text, bool& gave_up) const
{
    return std::ranges::all_of(terms_, [&](const auto& term) {
        const auto match = term.find(text);
        if (!match) gave_up = true;
        return match && match->length > 0;
    });
}

FoundLines Searcher::beginning(std::string_view text)
{
    FoundLines found;
    Lines at(text);
    if (at.at_end()) return found;
    auto& lines = found.fragments.emplace_back().lines;
    for (std::size_t i = 0; i < 2 * lines_around && !at.at_end(); ++i, at.next())
        lines.push_back(show(at.number(), at.line(), {}, at.begin()));
    return found;
}

} // namespace cairn::code_search
