// The text of an app.ini: its keys with their lines, and a way to set one without disturbing the rest.
//
// The dialect is the one of today's servers: `;` and `#` begin a comment on a line of its own or after white space;
// a value may stand between backquotes or quotes, which are taken off, and nothing is escaped inside; names are found
// in any case. A backslash at the end of a line is just a backslash.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cairn::config {

struct IniEntry {
    std::string section; // as written; empty before the first section and in [DEFAULT]
    std::string key;
    std::string value;
    std::size_t line; // from 1
};

struct IniSection {
    std::string name;
    std::size_t line;
};

struct IniProblem {
    std::size_t line;
    std::string text;
};

struct Ini {
    std::vector<IniSection> sections;
    std::vector<IniEntry> entries;
    std::vector<IniProblem> problems; // lines that mean nothing; they are skipped
};

Ini parse_ini(std::string_view text);

// The same text with the key set: on the line where it is set last, else at the end of its section, else in a new
// section at the end. The value must need no quotes.
std::string set_in_ini(std::string_view text, std::string_view section, std::string_view key, std::string_view value);

} // namespace cairn::config
