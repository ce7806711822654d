#include "markup/csv.hpp"

#include <algorithm>
#include <vector>

#include "markup/writer.hpp"

namespace cairn::markup {

namespace {

// More rows or cells than anybody reads on a page.
constexpr std::size_t most_rows = 10'000;
constexpr std::size_t most_cells = 200'000;

char separator_of(std::string_view text)
{
    const auto line = text.substr(0, text.find('\n'));
    return std::ranges::max(std::string_view(",;\t|"), {}, [&](char c) { return std::ranges::count(line, c); });
}

class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text), separator_(separator_of(text)) { }

    bool at_end() const { return rest_.empty(); }

    std::vector<std::string> row()
    {
        std::vector<std::string> cells;
        for (;;) {
            cells.push_back(cell());
            const bool more = rest_.starts_with(separator_);
            if (!more && rest_.starts_with('\r')) rest_.remove_prefix(1);
            if (!rest_.empty()) rest_.remove_prefix(1);
            if (!more) return cells;
        }
    }

private:
    std::string cell()
    {
        std::string value;
        if (rest_.starts_with('"')) {
            rest_.remove_prefix(1);
            for (;;) {
                const auto quote = rest_.find('"');
                value += rest_.substr(0, quote);
                rest_.remove_prefix(std::min(quote == rest_.npos ? quote : quote + 1, rest_.size()));
                if (!rest_.starts_with('"')) break;
                value += '"';
                rest_.remove_prefix(1);
            }
        }
        const char stops[] = {separator_, '\n', '\0'};
        auto tail = rest_.substr(0, rest_.find_first_of(stops));
        rest_.remove_prefix(tail.size());
        if (tail.ends_with('\r')) tail.remove_suffix(1);
        return value.append(tail);
    }

    std::string_view rest_;
    char separator_;
};

} // namespace

std::string render_csv(std::string_view text)
{
    Reader reader(text);
    Writer writer;
    std::size_t cells = 0;
    if (!reader.at_end()) writer.start("table");
    for (std::size_t number = 1; !reader.at_end() && number <= most_rows && cells <= most_cells; ++number) {
        const std::string_view name = number == 1 ? "th" : "td";
        const auto write = [&](std::string_view value) {
            writer.start(name);
            writer.text(value);
            writer.end(name);
        };
        writer.start("tr");
        write(std::to_string(number));
        for (const std::string& value : reader.row()) {
            write(value);
            ++cells;
        }
        writer.end("tr");
    }
    return writer.finish();
}

} // namespace cairn::markup
