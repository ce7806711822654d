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
};
BOOST_DESCRIBE_STRUCT(TableReport, (), (name, rows))

struct Report {
    bool dry_run = false;
    std::string source;
    std::string product; // "Gitea" or "Forgejo"
    std::int64_t schema_version = 0;
    std::vector<KindReport> kinds;
    std::vector<TableReport> left_behind; // tables with rows that nothing here reads
    std::vector<std::string> advice;      // what the operator may have overlooked
};
BOOST_DESCRIBE_STRUCT(Report, (), (dry_run, source, product, schema_version, kinds, left_behind, advice))

Report read_report(const Move&, db::Queries&);

std::string as_text(const Report&);
std::string as_json(const Report&);

} // namespace cairn::import
