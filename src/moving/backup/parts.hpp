// The content of a backup on its way out and back: each part is stored once, under its digest, and whoever reads it
// gets what was stored or an error.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "backup/place.hpp"

namespace cairn::backup {

// From its beginning, each time that it is called.
using Opening = std::function<storage::Source()>;
Opening opening_of(std::string_view bytes); // which outlive it

struct Totals {
    std::int64_t parts = 0;
    std::int64_t bytes = 0;
    std::int64_t new_parts = 0;
    std::int64_t new_bytes = 0; // what had to be written
};

class PartWriter {
public:
    explicit PartWriter(Writing& place) : place_(place) { }

    // What an older backup elsewhere has, and is not stored again.
    void leave_out(const Part& part) { elsewhere_.insert(part.sha256); }

    // What the opening gives. It is read twice if it is large and new: a digest comes before the content.
    Part keep(const Opening&);
    Part keep(std::string_view bytes) { return keep(opening_of(bytes)); }
    // Where its digest is known: true if it is there, and nobody has to read it.
    bool keep_known(const Part&);

    const Totals& totals() const { return totals_; }

private:
    bool is_there(const Part&);

    Writing& place_;
    std::set<std::string> elsewhere_;
    Totals totals_;
};

// Not there, or not what it was: in words for the operator.
struct Damaged : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The parts of one backup, which may lie in several places.
class PartReader {
public:
    void add(Reading& place) { places_.push_back(&place); }

    // Throws Damaged, from the source at the latest with its last byte.
    storage::Source open(const Part&) const;
    std::string read(const Part&) const;
    // Reads all of it.
    void check(const Part&) const;

private:
    std::vector<Reading*> places_;
};

} // namespace cairn::backup
