// What was moved and what was not, as the database has noted it: also of earlier runs that were interrupted.
#pragma once

#include "import/kind.hpp"

namespace cairn::import {

struct LossReport {
    std::string reason;
    std::int64_t count = 0;
    std::vector<std::string> examples;
};
BOOST_DESCRIBE_STRUCT(LossReport, (), (reason, count, examples))

struct KindReport {
    std::string name;
    std::int64_t moved = 0;
    std::int64_t bytes = 0;
    std::vector<LossReport> not_moved;
};
BOOST_DESCRIBE_STRUCT(KindReport, (), (name, moved, bytes, not_moved))

struct TableReport {
    std::string name;
    std::int64_t rows = 0;
    std::string reason;
};
BOOST_DESCRIBE_STRUCT(TableReport, (), (name, rows, reason))

// What is no more there as it was when an earlier run moved it.
struct ChangeReport {
    std::string name;
    std::int64_t changed = 0;
    std::int64_t gone = 0;
    std::vector<std::string> examples; // of what was changed
};
BOOST_DESCRIBE_STRUCT(ChangeReport, (), (name, changed, gone, examples))

struct Report {
    bool dry_run = false;
    std::string source;
    std::string product; // "Gitea" or "Forgejo"
    std::int64_t schema_version = 0;
    std::vector<KindReport> kinds;
    std::vector<TableReport> left_behind; // tables with rows that nothing here reads
    std::vector<ChangeReport> changed;    // there since an earlier run, and not taken
    std::int64_t bytes_to_copy = 0;       // of a trial
    std::vector<std::string> advice;      // what the operator may have overlooked
};
BOOST_DESCRIBE_STRUCT(Report, (),
                      (dry_run, source, product, schema_version, kinds, left_behind, changed, bytes_to_copy, advice))

Report read_report(const Move&, db::Queries&);

std::string as_text(const Report&);
std::string as_json(const Report&);

} // namespace cairn::import
