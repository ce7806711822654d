// Files in gettext's PO form: what translators work on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cairn::words {

struct PoEntry {
    std::string id;
    std::string plural{};             // of the id; empty: it has none
    std::vector<std::string> texts{}; // one for each form; empty ones are not translated yet
};

struct PoFile {
    std::vector<std::pair<std::string, std::string>> headers{}; // name and value
    std::vector<PoEntry> entries{};                             // neither the header's nor those marked fuzzy

    std::string_view header(std::string_view name) const; // empty when there is none
};

// Throws std::invalid_argument, with the number of the line, for what is no such file.
PoFile parse_po(std::string_view text);

} // namespace cairn::words
