// Settings that administrators change while the site runs: which ones, and what holds where the database has values for
// them.
//
// The environment wins over the database, and so does the file for what [admin] FIXED_SETTINGS names: whoever runs the
// site has the last word. Otherwise the database wins over the file, whose values hold again as soon as the database
// has none.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "config/load.hpp"

namespace cairn::config {

// Those that may be changed, in the order in which they are shown. They are settings that are looked up each time they
// are needed, whose change harms nothing that is under way, and that lock nobody out who could take it back.
std::span<const Key* const> changeable();
bool is_changeable(const Key&);

// Who has decided a setting for good, so that no value of the database counts.
enum class FixedBy : std::uint8_t { nobody, file, environment };
FixedBy fixed_by(const Loaded&, const Key&);

struct StoredValue {
    std::string section;
    std::string name;
    std::string value;
    std::string place; // who, and when
};

// What the database has and what does not hold, with the reason.
struct PassedOver {
    StoredValue stored;
    std::string why;
};

struct Overlaid {
    Loaded loaded;
    std::vector<PassedOver> passed_over;
};

// What holds with these values.
Overlaid lay_over(const Loaded&, std::span<const StoredValue>);

// A setting as it would hold, checked as app.ini is: the value as it is to be stored, or what is wrong with it.
std::expected<std::string, std::string> accept_value(const Loaded&, const Key&, std::string_view text);

} // namespace cairn::config
