#include "pages/code/code_lines.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "git/store/exports.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t rows_at_once = 200;
constexpr std::size_t most_held = 4U << 20; // of a line whose end does not come

std::optional<std::int64_t> read_line_number(std::string_view text)
{
    if (text.starts_with('L')) text.remove_prefix(1);
    if (text.empty() || text.size() > 9 || !std::ranges::all_of(text, text::is_digit)) return {};
    const auto number = text::parse_integer(text);
    return number && *number > 0 ? number : std::nullopt;
}

// Some editors put a mark in front that says that it is UTF-8.
std::string_view without_mark(std::string_view text)
{
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

// Makes rows of what git writes, piece by piece.
class RowSink final : public git::Sink {
public:
    RowSink(const std::function<void(const Html&)>& give, const LineRange& chosen) : give_(give), chosen_(chosen) { }

    void write(std::string_view bytes) override
    {
        rest_ += bytes;
        auto end = rest_.rfind('\n');
        if (end == rest_.npos && rest_.size() < most_held) return;
        if (end == rest_.npos) end = rest_.size() - 1;
        give(std::string_view(rest_).substr(0, end + 1));
        rest_.erase(0, end + 1);
    }
    void check() override { }
    void finish()
    {
        if (!rest_.empty()) give(rest_);
    }

private:
    void give(std::string_view text)
    {
        const auto lines = lines_of(text);
        give_(line_rows(lines, number_, chosen_));
        number_ += static_cast<std::int64_t>(lines.size());
    }

    const std::function<void(const Html&)>& give_;
    LineRange chosen_;
    std::string rest_;
    std::int64_t number_ = 1;
};

} // namespace

std::optional<LineRange> read_range(std::string_view text)
{
    const auto dash = text.find('-');
    const auto first = read_line_number(text.substr(0, dash));
    if (!first) return {};
    if (dash == text.npos) return LineRange{*first, *first};
    const auto last = read_line_number(text.substr(dash + 1));
    if (!last) return {};
    return LineRange{std::min(*first, *last), std::max(*first, *last)};
}

std::string line_text(std::string_view bytes)
{
    if (bytes.ends_with('\r')) bytes.remove_suffix(1);
    if (is_utf8(bytes)) return std::string(bytes);
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
            continue;
        }
        text += static_cast<char>(0xC0 | (byte >> 6));
        text += static_cast<char>(0x80 | (byte & 0x3F));
    }
    return text;
}

std::vector<std::string_view> lines_of(std::string_view text)
{
    if (text.empty()) return {};
    auto lines = text::split(text, '\n');
    if (lines.back().empty()) lines.pop_back();
    return lines;
}

void write_line(HtmlWriter& out, std::string_view line, std::int64_t number)
{
    const auto digits = std::to_string(number);
    out.open("td", {{"class", "n"}}).link("#L" + digits, {{"tabindex", "-1"}}).text(digits).close("a").close("td");
    out.open("td", {{"class", "c"}});
    // Nearly every line is UTF-8 and goes as it is.
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_utf8(line)) out.text(line);
    else out.text(line_text(line));
    out.close("td");
}

Html line_rows(std::span<const std::string_view> lines, std::int64_t number, const LineRange& chosen)
{
    HtmlWriter out;
    for (const auto line : lines) {
        const auto id = "L" + std::to_string(number);
        if (chosen.has(number)) out.open("tr", {{"id", id}, {"class", "chosen"}});
        else out.open("tr", {{"id", id}});
        write_line(out, line, number);
        out.close("tr").text("\n");
        ++number;
    }
    return out.take();
}

Stream<Html> all_lines(std::string_view text, const LineRange& chosen)
{
    const auto rows = std::make_shared<const Html>(line_rows(lines_of(without_mark(text)), 1, chosen));
    return {[rows](const Stream<Html>::Visit& visit) { visit(*rows); }};
}

Stream<Html> stream_lines(std::string text, const LineRange& chosen)
{
    return {[text = std::move(text), chosen](const Stream<Html>::Visit& visit) {
        const auto lines = lines_of(without_mark(text));
        for (std::size_t at = 0; at < lines.size(); at += rows_at_once)
            visit(line_rows(std::span(lines).subspan(at, std::min(rows_at_once, lines.size() - at)),
                            static_cast<std::int64_t>(at) + 1, chosen));
    }};
}

Stream<Html> stream_blob(git::Children& children, std::string path, const git::ObjectId& id, const LineRange& chosen)
{
    return {[&children, path = std::move(path), id, chosen](const Stream<Html>::Visit& visit) {
        RowSink rows(visit, chosen);
        if (git::prepare_blob(children, path, id).send(rows)) rows.finish();
    }};
}

bool has_hidden_signs(std::string_view text)
{
    // U+202A to U+202E and U+2066 to U+2069.
    for (auto at = text.find('\xE2'); at != text.npos && at + 2 < text.size(); at = text.find('\xE2', at + 1)) {
        const auto third = static_cast<unsigned char>(text[at + 2]);
        if (text[at + 1] == '\x80' && third >= 0xAA && third <= 0xAE) return true;
        if (text[at + 1] == '\x81' && third >= 0xA6 && third <= 0xA9) return true;
    }
    return false;
}

} // namespace cairn::pages
