#include "markup/csv.hpp"

#include "markup/csv_reader.hpp"
#include "markup/writer.hpp"

namespace cairn::markup {

namespace {

// More rows or cells than anybody reads on a page.
constexpr std::size_t most_rows = 10'000;
constexpr std::size_t most_cells = 200'000;

} // namespace

std::string render_csv(std::string_view text)
{
    CsvReader reader(text);
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
        for (const std::string& value : reader.row().cells) {
            write(value);
            ++cells;
        }
        writer.end("tr");
    }
    return writer.finish();
}

} // namespace cairn::markup
