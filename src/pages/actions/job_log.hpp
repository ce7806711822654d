// What a job has said, step by step, while the page is sent.
#pragma once

#include <span>

#include "actions/step.hpp"
#include "api/call.hpp"
#include "pages/actions/log_rows.hpp"
#include "pages/stream.hpp"

namespace cairn::pages {

struct LogQuery {
    std::string q;      // lines to be found
    bool times = false; // beside each line
    bool follow = false;
};
BOOST_DESCRIBE_STRUCT(LogQuery, (), (q, times, follow))

struct LogStep {
    std::string number; // "0" is what comes before the first one
    std::string name;
    std::string state{};
    std::string took{};
    bool open = false;
    std::int64_t lines = 0;
};
BOOST_DESCRIBE_STRUCT(LogStep, (), (number, name, state, took, open, lines))

// The rows of the log that belong to a step, counted from 0; `last` is behind them.
struct LogSection {
    LogStep step;
    std::int64_t first = 0;
    std::int64_t last = 0;
};

// All of them in their order; with what the runner says before the first step and behind the last one, where it does.
std::vector<LogSection> log_sections(const words::Language&, const actions::StoredJob&,
                                     const std::optional<actions::JobTask>&, const std::vector<actions::JobStep>&);

// Where a row of the log is shown, behind the address of its job: "#step-4:12", or the part of a long step that is left
// out there. Nothing for a row that no section has.
std::string address_of_row(std::span<const LogSection>, std::int64_t row);

// A step begins, some of its rows, a step ends: any of these.
struct LogPiece {
    std::optional<LogStep> opens{};
    Html rows{};
    bool closes = false;
};
BOOST_DESCRIBE_STRUCT(LogPiece, (), (opens, rows, closes))

struct LogMatch {
    std::string address; // "#step-4:12"
    std::string step;
    std::int64_t line = 0;
    std::string text;
};
BOOST_DESCRIBE_STRUCT(LogMatch, (), (address, step, line, text))

// Those that were found first, and how many there are; where it is `cut`, in what there was time to look at.
struct LogMatches {
    std::vector<LogMatch> shown{};
    std::int64_t total = 0;
    bool cut = false;
};
// Opens the steps that have one.
LogMatches find_in_log(const api::Site&, const actions::StoredLog&, std::vector<LogSection>&, std::string_view sought);

// `part` is where a step is shown alone, without its number: "/ada/tool/actions/runs/1/jobs/2/steps/".
Stream<LogPiece> stream_log(const api::Site&, const actions::StoredLog&, std::vector<LogSection>, std::string part,
                            const LogQuery&, const words::Language&);

// Some lines of one step, counted from 1, each as long as it is.
Stream<Html> stream_lines_of_step(const api::Site&, const actions::StoredLog&, const LogSection&, std::int64_t from,
                                  std::int64_t to, bool times, const words::Language&);

} // namespace cairn::pages
