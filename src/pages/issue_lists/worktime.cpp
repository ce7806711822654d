// How much time was spent in the repositories of an organization, for its owners.
#include <algorithm>

#include "base/csv_cell.hpp"
#include "http/url.hpp"
#include "issues/time/worktime.hpp"
#include "organizations/guards.hpp"
#include "pages/issue/event_words.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::WorktimeBy;
using issues::WorktimeRange;
using issues::WorktimeRow;
using organizations::StoredOrganization;
using words::Language;
using words::Phrase;

namespace {

constexpr std::int64_t day = 86'400;

struct WorktimeQuery : Paging {
    WorktimeBy by = WorktimeBy::repositories;
    std::string range_from;
    std::string range_to;
};
BOOST_DESCRIBE_STRUCT(WorktimeQuery, (Paging), (by, range_from, range_to))
constexpr auto notes(const WorktimeQuery*)
{
    return std::array{Note{"by", "what to sum up by"},
                      Note{"range_from", "the first day that counts, such as 2026-11-01; without one, the month's"},
                      Note{"range_to", "the last day that counts; without one, today"}};
}

struct WorktimeExportQuery {
    WorktimeBy by = WorktimeBy::repositories;
    std::string range_from;
    std::string range_to;
};
BOOST_DESCRIBE_STRUCT(WorktimeExportQuery, (), (by, range_from, range_to))

struct WorktimeChoice {
    std::string words;
    std::string address;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(WorktimeChoice, (), (words, address, current))

struct WorktimeLine {
    std::string name;    // empty: the account is gone, or the issues are in no milestone
    std::string address; // empty: there is no page
    std::string beside;  // the repository of a milestone, the full name of a person
    std::string time;
    std::int64_t percent = 0; // of all
};
BOOST_DESCRIBE_STRUCT(WorktimeLine, (), (name, address, beside, time, percent))

struct WorktimeView {
    PageHead head{};
    OwnerPlace place;
    std::string path;
    std::string by;
    std::string from;
    std::string to;
    std::vector<WorktimeChoice> choices{};
    std::vector<WorktimeLine> lines{};
    std::string total{};
    std::string csv{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(WorktimeView, (), (head, place, path, by, from, to, choices, lines, total, csv, pager))

std::string day_of(Time time) { return to_rfc3339(time).substr(0, 10); }

Result<Time> read_day(std::string_view name, const std::string& text, Time otherwise)
{
    if (text.empty()) return otherwise;
    const auto time = parse_rfc3339(text + "T00:00:00Z");
    if (!time) return fail(Errc::unprocessable, "[" + std::string(name) + "]: a day is expected, such as 2026-11-18");
    return *time;
}

struct Days {
    Time first;
    Time last; // begins then
};

// Without a choice, what there is of this month.
Result<Days> days_of(const std::string& from, const std::string& to)
{
    const Time today{Time::now().seconds / day * day};
    const auto month = parse_rfc3339(day_of(today).substr(0, 8) + "01T00:00:00Z").value_or(today);
    Days days{.first = TRY(read_day("range_from", from, month)), .last = TRY(read_day("range_to", to, today))};
    if (from.empty() && days.last < days.first) days.first = days.last;
    return days;
}

WorktimeRange range_of(const StoredOrganization& organization, const Days& days)
{
    return {.owner_id = organization.id, .since = days.first, .before = {days.last.seconds + day}};
}

std::string query_of(std::string_view by, const Days& days)
{
    return "?by=" + std::string(by) + "&range_from=" + day_of(days.first) + "&range_to=" + day_of(days.last);
}

struct ChoiceRow {
    WorktimeBy by;
    Phrase words;
};
constexpr ChoiceRow choice_rows[] = {
    {WorktimeBy::repositories, Phrase("By repository")},
    {WorktimeBy::milestones, Phrase("By milestone")},
    {WorktimeBy::members, Phrase("By person")},
};

WorktimeLine show_row(const Language& in, const StoredOrganization& organization, WorktimeBy by, const WorktimeRow& row,
                      std::int64_t total)
{
    WorktimeLine line{.time = duration(in, row.seconds)};
    if (total > 0)
        line.percent = std::clamp<std::int64_t>(row.seconds / std::max<std::int64_t>(total / 100, 1), 0, 100);
    const auto repository = repository_address(organization.name, row.repository);
    switch (by) {
    case WorktimeBy::repositories:
        line.name = row.repository;
        line.address = repository;
        break;
    case WorktimeBy::milestones:
        line.name = row.milestone;
        line.beside = row.repository;
        line.address = row.milestone.empty() ? "" : repository + "/milestone/" + std::to_string(row.milestone_id);
        break;
    case WorktimeBy::members:
        line.name = row.member;
        line.beside = row.full_name;
        line.address = row.member.empty() ? "" : "/" + http::encode_path_segment(row.member);
        break;
    }
    return line;
}

Result<WorktimeView> show(Call& call, const StoredOrganization& organization, Query<WorktimeQuery> query)
{
    const auto& in = language_of(call);
    const auto days = TRY(days_of(query->range_from, query->range_to));
    const auto range = range_of(organization, days);
    const auto found = issues::worktime_by(call.db(), range, query->by, query.value);
    const auto total = issues::worktime_in_all(call.db(), range);
    WorktimeView view{.place = TRY(organization_head(call, organization, "/org/{}/worktime")),
                      .path = "/org/" + http::encode_path_segment(organization.name) + "/worktime",
                      .by = std::string(word_of(query->by)),
                      .from = day_of(days.first),
                      .to = day_of(days.last),
                      .total = duration(in, total),
                      .pager = pager(call, query.value, found.total)};
    view.csv = view.path + "/export" + query_of(view.by, days);
    for (const ChoiceRow& row : choice_rows)
        view.choices.push_back({in.say(row.words), view.path + query_of(word_of(row.by), days), row.by == query->by});
    for (const auto& row : found.items) view.lines.push_back(show_row(in, organization, query->by, row, total));
    return view;
}

// What a row has beside the time.
std::vector<std::string> cells_of(WorktimeBy by, const WorktimeRow& row)
{
    switch (by) {
    case WorktimeBy::repositories: return {row.repository};
    case WorktimeBy::milestones: return {row.repository, row.milestone};
    case WorktimeBy::members: return {row.member, row.full_name};
    }
    std::unreachable();
}

std::string_view head_of(WorktimeBy by)
{
    switch (by) {
    case WorktimeBy::repositories: return "repository,seconds\r\n";
    case WorktimeBy::milestones: return "repository,milestone,seconds\r\n";
    case WorktimeBy::members: return "member,full_name,seconds\r\n";
    }
    std::unreachable();
}

Result<Raw> send_csv(Call& call, const StoredOrganization& organization, Query<WorktimeExportQuery> query)
{
    constexpr std::int64_t at_once = 1000;
    const auto days = TRY(days_of(query->range_from, query->range_to));
    const auto range = range_of(organization, days);
    const auto produce = [&site = call.site, range, by = query->by](http::BodyWriter& to) {
        to.write(head_of(by));
        Paging paging{.page = 1, .limit = at_once};
        for (;; ++paging.page) {
            const auto found = issues::worktime_by(site.db, range, by, paging);
            for (const auto& row : found.items) {
                auto cells = cells_of(by, row);
                cells.push_back(std::to_string(row.seconds));
                to.write(csv_line(cells));
            }
            if (found.items.empty() || paging.page * at_once >= found.total) return;
        }
    };
    return Raw{
        .body = http::Producer{.produce = produce, .length = {}},
        .content_type = "text/csv; charset=utf-8",
        .status = 0,
        .headers = {{"Content-Disposition",
                     "attachment; filename=\"worktime-" + day_of(days.first) + "-" + day_of(days.last) + ".csv\""},
                    {"Cache-Control", "no-store"},
                    {"X-Content-Type-Options", "nosniff"}}};
}

constexpr auto& page = shows<show, "issue_lists/worktime", "orgListRepos">;

using organizations::owns_organization;

// clang-format off
constexpr Operation worktime_operations[] = {
    {GET, "/org/{org}/worktime",        scope::none, owns_organization, page,             200, "siteWorktime",       "Show the time spent in an organization"},
    {GET, "/org/{org}/worktime/export", scope::none, owns_organization, handle<send_csv>, 200, "siteWorktimeExport", "Take along the time spent in an organization"},
};
// clang-format on
static_assert(well_formed(worktime_operations));

} // namespace

const Table worktime_table{"site", worktime_operations, Door::site, refuse_page};

} // namespace cairn::pages
