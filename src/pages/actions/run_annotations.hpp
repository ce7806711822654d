// What jobs of a run say about places in files, as its page lists it.
#pragma once

#include "actions/run.hpp"
#include "api/call.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

struct RunAnnotation {
    std::string level; // error, warning, notice
    std::string title; // empty: it has none
    std::string message;
    std::string job;
    std::string place;   // "src/app.c, line 3"; empty: it is about none
    std::string source;  // where that is shown; empty: the file is not one of the repository
    std::string address; // of the line of the log; empty: that is gone
};
BOOST_DESCRIBE_STRUCT(RunAnnotation, (), (level, title, message, job, place, source, address))

struct RunAnnotations {
    std::vector<RunAnnotation> shown{}; // the worst first
    std::int64_t total = 0;
    std::int64_t more = 0; // than are shown
};
BOOST_DESCRIBE_STRUCT(RunAnnotations, (), (shown, total, more))

// Of the given jobs, which are those of an attempt, or of one of them (0: all).
RunAnnotations run_annotations(const api::Call&, const repositories::RepositoryContext&, const actions::StoredRun&,
                               std::span<const actions::StoredJob>, std::int64_t attempt, std::int64_t job_id);

} // namespace cairn::pages
