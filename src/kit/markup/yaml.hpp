// YAML as a tree of plain values, within bounds: what a stranger wrote is never larger than a few thousand values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace cairn::markup {

struct Yaml {
    enum class Kind : std::uint8_t { scalar, list, map };
    Kind kind = Kind::scalar;
    std::string text{};  // of a scalar
    bool quoted = false; // so it is text, whatever it looks like
    std::vector<Yaml> items{};
    std::vector<std::pair<std::string, Yaml>> members{};

    // Null where it is no map, or has no such member.
    const Yaml* member(std::string_view name) const;
    bool is_null() const;
    bool is_map() const { return kind == Kind::map; }
    bool is_list() const { return kind == Kind::list; }
    bool is_scalar() const { return kind == Kind::scalar; }
    bool is_text() const; // a scalar that is neither a number, nor true or false, nor null
    std::optional<bool> boolean() const;
};

// Nothing for what is no YAML, or too much of it.
std::optional<Yaml> read_yaml(std::string_view);

// The same for those who tell somebody what is wrong: the error has words and a line for whoever wrote the text.
Result<Yaml> parse_yaml(std::string_view);

// Text that reads as the same values again.
std::string write_yaml(const Yaml&);

struct FrontMatter {
    Yaml yaml;
    std::string_view rest; // the text behind it
};

// What stands between two lines of dashes at the beginning of a text; nothing if it is no map.
std::optional<FrontMatter> read_front_matter(std::string_view text);

} // namespace cairn::markup
