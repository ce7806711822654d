// Comma-separated values, row by row: RFC 4180; the separator is the one of , ; | and tab that the first line has most
// of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::markup {

struct CsvRow {
    std::vector<std::string> cells;
    std::int64_t first_line = 0; // of the text, from 1: a value in quotes may go on over several
    std::int64_t last_line = 0;
};

class CsvReader {
public:
    // The text has to outlive it.
    explicit CsvReader(std::string_view text);

    bool at_end() const { return rest_.empty(); }
    CsvRow row();

private:
    std::string cell();
    void skip(std::size_t bytes);

    std::string_view rest_;
    char separator_;
    std::int64_t line_ = 1;
};

} // namespace cairn::markup
