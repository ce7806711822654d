#include "pages/issue_lists/shown_milestone.hpp"

#include "base/text.hpp"
#include "http/url.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using issues::MilestoneOrder;
using words::Phrase;

namespace {

struct SortRow {
    MilestoneOrder order;
    std::string_view elsewhere; // as other servers call it
    Phrase words;
};
// clang-format off
constexpr SortRow sort_rows[] = {
    {MilestoneOrder::due,      "closestduedate",  Phrase("Due soonest")},
    {MilestoneOrder::furthest, "furthestduedate", Phrase("Due last")},
    {MilestoneOrder::done,     "mostcomplete",    Phrase("Most done")},
    {MilestoneOrder::newest,   "newest",          Phrase("Newest")},
    {MilestoneOrder::name,     "name",            Phrase("Name")},
};
// clang-format on

std::string address_of(const std::string& path, const MilestoneQuery& query, std::string_view state,
                       std::string_view sort)
{
    std::string address = path + "?state=" + std::string(state);
    if (!sort.empty()) address += "&sort=" + http::encode_query(sort);
    if (!query.q.empty()) address += "&q=" + http::encode_query(query.q);
    if (!query.repo.empty()) address += "&repo=" + http::encode_query(query.repo);
    return address;
}

} // namespace

ShownMilestone show_milestone(const issues::StoredMilestone& milestone, const std::string& home)
{
    const bool closed = milestone.closed_at.seconds != 0;
    ShownMilestone shown{.id = milestone.id,
                         .title = milestone.title,
                         .description = milestone.description,
                         .closed = closed,
                         .closed_at = milestone.closed_at,
                         .updated_at = milestone.updated_at,
                         .due = milestone.due_at,
                         .overdue = !closed && milestone.due_at.seconds != 0 && milestone.due_at < Time::now(),
                         .open_issues = milestone.issue_count - milestone.closed_issue_count,
                         .closed_issues = milestone.closed_issue_count,
                         .address = home + "/milestone/" + std::to_string(milestone.id),
                         .home = home};
    if (milestone.issue_count > 0) shown.percent = milestone.closed_issue_count * 100 / milestone.issue_count;
    return shown;
}

Result<std::string> end_of_written_day(const std::string& day)
{
    const auto written = text::trim(day);
    if (written.empty()) return std::string();
    auto end = std::string(written) + "T23:59:59Z";
    if (written.size() != 10 || !parse_rfc3339(end))
        return fail(Errc::unprocessable, "[due]: write a day as 2026-12-01");
    return end;
}

issues::MilestoneSearch search_of(const MilestoneQuery& query)
{
    issues::MilestoneSearch wanted;
    wanted.page = query.page;
    wanted.limit = query.limit;
    wanted.closed = query.state == "closed";
    wanted.words = query.q;
    for (const SortRow& row : sort_rows)
        if (query.sort == word_of(row.order) || query.sort == row.elsewhere) wanted.order = row.order;
    return wanted;
}

MilestoneLinks milestone_links(const api::Call& call, const MilestoneQuery& query, const std::string& path,
                               const issues::FoundMilestones& found)
{
    const auto& in = language_of(call);
    const auto wanted = search_of(query);
    MilestoneLinks links;
    links.states = {{.address = address_of(path, query, "open", query.sort),
                     .icon = "milestone",
                     .words = in.say(Phrase("{count} open", "{count} open"), found.open),
                     .current = !wanted.closed},
                    {.address = address_of(path, query, "closed", query.sort),
                     .icon = "check",
                     .words = in.say(Phrase("{count} closed", "{count} closed"), found.closed),
                     .current = wanted.closed}};
    for (const SortRow& row : sort_rows)
        links.sorts.push_back(
            {.address = address_of(path, query, wanted.closed ? "closed" : "open", word_of(row.order)),
             .words = in.say(row.words),
             .current = row.order == wanted.order});
    return links;
}

} // namespace cairn::pages
