#include "pages/actions/job_log.hpp"

#include <algorithm>

#include "base/deadline.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "pages/actions/run_state.hpp"

namespace cairn::pages {

using actions::JobStep;
using actions::JobTask;
using actions::StoredJob;
using actions::StoredLog;
using words::Language;
using words::Phrase;

namespace {

// Of a longer step these are shown, and a link to the rest.
constexpr std::int64_t most_lines = 5000;
constexpr std::int64_t first_lines = 500;
constexpr std::int64_t last_lines = most_lines - first_lines;

bool is_left_out(std::int64_t line, std::int64_t lines)
{
    return lines > most_lines && line > first_lines && line <= lines - last_lines;
}

constexpr std::size_t piece_size = 64UL * 1024;
constexpr std::size_t most_matches = 200;
constexpr std::chrono::seconds longest_search{2};
constexpr std::size_t longest_match = 200;

// Rows of a log, one after another, for as long as `visit` wants more.
using VisitRow = std::function<bool(std::int64_t, std::string_view)>;
void each_row(const api::Site& site, const StoredLog& log, const VisitRow& visit)
{
    std::string rest;
    std::int64_t number = 0;
    const bool whole = actions::read_log_while(site, log, [&](std::string_view part) {
        while (!part.empty()) {
            const auto end = part.find('\n');
            if (end == part.npos) {
                rest += part;
                return true;
            }
            rest += part.substr(0, end);
            part.remove_prefix(end + 1);
            if (!visit(number++, rest)) return false;
            rest.clear();
        }
        return true;
    });
    if (whole && !rest.empty()) visit(number, rest);
}

// Writes the rows of a log into its sections, which come in their order.
class Sections {
public:
    Sections(const std::vector<LogSection>& sections, const std::string& part, const LogQuery& query,
             const Language& in, const Stream<LogPiece>::Visit& visit)
        : sections_(sections), part_(part), query_(query), in_(in), visit_(visit)
    {
    }

    bool add(std::int64_t row, std::string_view text)
    {
        while (at_ < sections_.size() && row >= sections_[at_].last) finish();
        if (at_ == sections_.size()) return false;
        const auto& section = sections_[at_];
        if (row < section.first) return true;
        begin();
        const auto lines = section.last - section.first;
        const auto line = row - section.first + 1;
        if (is_left_out(line, lines)) {
            if (line == first_lines + 1) rows_->add_gap(line, lines - last_lines);
            return true;
        }
        rows_->add(line, text);
        if (rows_->size() >= piece_size) visit_({.rows = rows_->take()});
        return true;
    }

    void end()
    {
        while (at_ < sections_.size()) finish();
    }

private:
    void begin()
    {
        if (rows_) return;
        const auto& section = sections_[at_];
        rows_.emplace(LogRows::Options{.step = section.step.number,
                                       .part = part_ + section.step.number,
                                       .times = query_.times,
                                       .sought = text::to_lower(query_.q)},
                      in_);
        visit_({.opens = section.step});
    }
    void finish()
    {
        begin();
        rows_->end();
        visit_({.rows = rows_->take(), .closes = true});
        rows_.reset();
        ++at_;
    }

    const std::vector<LogSection>& sections_;
    const std::string& part_;
    const LogQuery& query_;
    const Language& in_;
    const Stream<LogPiece>::Visit& visit_;
    std::size_t at_ = 0;
    std::optional<LogRows> rows_{};
};

} // namespace

std::vector<LogSection> log_sections(const Language& in, const StoredJob& job, const std::optional<JobTask>& task,
                                     const std::vector<JobStep>& steps)
{
    std::vector<LogSection> all;
    const auto rows = task ? task->log_rows : 0;
    std::int64_t at = 0; // the rows before this are somebody's
    const auto add = [&](LogStep step, std::int64_t last) {
        last = std::clamp(last, at, rows);
        step.lines = last - at;
        all.push_back({.step = std::move(step), .first = at, .last = last});
        at = last;
    };
    const auto next_of = [&](std::size_t i) { // where the step behind this one begins
        for (++i; i < steps.size(); ++i)
            if (steps[i].log_length > 0) return steps[i].log_index;
        return std::int64_t{-1};
    };
    const auto first = std::ranges::find_if(steps, [](const JobStep& step) { return step.log_length > 0; });
    const auto before = first == steps.end() ? rows : first->log_index;
    if (before > 0)
        add({.number = "0",
             .name = in.say(Phrase("Set up job")),
             .state = first == steps.end() ? run_state(job.status) : "success"},
            before);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& step = steps[i];
        auto end = at;
        if (step.log_length > 0) {
            const auto next = next_of(i);
            // What nobody claims belongs to the step before it; what a step says while it runs, to that one.
            if (next >= 0) end = next;
            else end = actions::is_over(step.status) ? step.log_index + step.log_length : rows;
        }
        add({.number = std::to_string(step.number + 1),
             .name = step.name,
             .state = run_state(step.status),
             .took = took(step.started_at, step.stopped_at),
             .open = step.status == actions::Status::failure || actions::is_at_work(step.status)},
            end);
    }
    if (at < rows)
        add({.number = std::to_string(steps.size() + 1),
             .name = in.say(Phrase("Complete job")),
             .state = actions::is_over(job.status) ? "success" : "running"},
            rows);
    // What was given up before its first step says why.
    if (job.status == actions::Status::failure && !all.empty()
        && std::ranges::none_of(all, [](const LogSection& one) { return one.step.open; }))
        all.back().step.open = true;
    return all;
}

LogMatches find_in_log(const api::Site& site, const StoredLog& log, std::vector<LogSection>& sections,
                       std::string_view sought)
{
    LogMatches found;
    const auto lower = text::to_lower(sought);
    std::size_t at = 0;
    const Deadline patience(longest_search);
    each_row(site, log, [&](std::int64_t row, std::string_view text) {
        if (!Deadline::is_ahead()) {
            found.cut = true;
            return false;
        }
        while (at < sections.size() && row >= sections[at].last) ++at;
        if (at == sections.size()) return false;
        const auto plain = plain_line(read_mark(read_log_line(text).text).text);
        if (!text::to_lower(plain).contains(lower)) return true;
        auto& section = sections[at];
        section.step.open = true;
        ++found.total;
        if (found.shown.size() >= most_matches) return true;
        const auto line = row - section.first + 1;
        found.shown.push_back({.address = "#step-" + section.step.number + ":" + std::to_string(line),
                               .step = section.step.name,
                               .line = line,
                               .text = shortened(plain, longest_match)});
        return true;
    });
    return found;
}

std::string address_of_row(std::span<const LogSection> sections, std::int64_t row)
{
    const auto found =
        std::ranges::find_if(sections, [&](const LogSection& one) { return row >= one.first && row < one.last; });
    if (found == sections.end()) return {};
    constexpr std::int64_t around = 50;
    const auto line = row - found->first + 1;
    const auto& step = found->step.number;
    const auto anchor = "#step-" + step + ":" + std::to_string(line);
    if (!is_left_out(line, found->last - found->first)) return anchor;
    return "/steps/" + step + "?from=" + std::to_string(std::max<std::int64_t>(line - around, 1))
        + "&to=" + std::to_string(line + around) + anchor;
}

Stream<LogPiece> stream_log(const api::Site& site, const StoredLog& log, std::vector<LogSection> sections,
                            std::string part, const LogQuery& query, const Language& in)
{
    return {[&site, log, sections = std::move(sections), part = std::move(part), query,
             &in](const Stream<LogPiece>::Visit& visit) {
        Sections into(sections, part, query, in, visit);
        if (log.id != 0)
            each_row(site, log, [&](std::int64_t row, std::string_view text) { return into.add(row, text); });
        into.end();
    }};
}

Stream<Html> stream_lines_of_step(const api::Site& site, const StoredLog& log, const LogSection& section,
                                  std::int64_t from, std::int64_t to, bool times, const Language& in)
{
    return {[&site, log, section, from, to, times, &in](const Stream<Html>::Visit& visit) {
        LogRows rows({.step = section.step.number, .times = times, .whole = true, .folds = false}, in);
        each_row(site, log, [&](std::int64_t row, std::string_view text) {
            const auto line = row - section.first + 1;
            if (row >= section.last || line > to) return false;
            if (row < section.first || line < from) return true;
            rows.add(line, text);
            if (rows.size() >= piece_size) visit(rows.take());
            return true;
        });
        visit(rows.take());
    }};
}

} // namespace cairn::pages
