// Who has done how much and when: contributors, lines that came and went, commits of the last year. It is counted after
// each push, so that these pages only read.
#include "contents/people.hpp"
#include "db/database.hpp"
#include "pages/code/charts.hpp"
#include "pages/code/period.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::WeekOfWork;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_bars = 104;
constexpr std::size_t most_contributors = 100;
constexpr std::int64_t most_looked_at = 2'000; // who has done the most of all need not have done the most lately
constexpr std::int64_t week_seconds = 7 * std::int64_t{86'400};
constexpr std::size_t bars_of_one = 52;
constexpr std::size_t shortest_period = 3; // a month: what is counted is counted by the week

struct InsightsQuery {
    std::string period;
};
BOOST_DESCRIBE_STRUCT(InsightsQuery, (), (period))
constexpr auto notes(const InsightsQuery*)
{
    return std::array{Note{"period", "monthly, quarterly, semiyearly, yearly or all"}};
}

struct ContributorRow {
    std::string name;
    std::string login{}; // empty: nobody here
    std::string avatar{};
    std::int64_t commits = 0;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    Time first{}; // weeks
    Time last{};
    Html chart{};
};
BOOST_DESCRIBE_STRUCT(ContributorRow, (), (name, login, avatar, commits, additions, deletions, first, last, chart))

struct InsightsView {
    RepositoryPlace place;
    PeriodMenu periods{};
    bool counted = false; // there is something to show
    bool current = false; // it is of the latest commit
    bool complete = true; // with the oldest commits
    bool enough = false;  // history to draw
    bool empty = false;   // nothing was pushed yet
    Time counted_at{};
    std::int64_t contributor_count = 0;
    std::int64_t commits = 0;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    std::vector<WeekOfWork> weeks{};
    bool by_week = true; // each row of the table is one week
    Html chart{};
    std::vector<ContributorRow> contributors{};
};
BOOST_DESCRIBE_STRUCT(InsightsView, (),
                      (place, periods, counted, current, complete, enough, empty, counted_at, contributor_count,
                       commits, additions, deletions, weeks, by_week, chart, contributors))

// What is looked at: of which time, and what was counted.
struct Looked {
    InsightsView view;
    std::optional<contents::Statistics> found;
    Time since; // 0: all of it
};

Result<Looked> look(const Call& call, const RepositoryContext& place, const InsightsQuery& query, std::string_view page,
                    std::string_view usual, std::int64_t most)
{
    const auto choices = all_periods().subspan(shortest_period);
    const auto* period = find_period(query.period.empty() ? usual : std::string_view(query.period));
    if (period == nullptr || period < choices.data()) return not_found("this period");
    Looked looked{
        .view = {.place = repository_place(call, place, RepositoryTab::activity),
                 .periods = period_menu(language_of(call), choices, *period,
                                        repository_address(place) + "/activity/" + std::string(page) + "?period="),
                 .empty = place.repository.empty},
        .found = contents::find_statistics(call.db(), place.repository, most),
        .since = {}};
    if (period->seconds > 0) looked.since = {Time::now().seconds - period->seconds};
    if (!looked.found) return looked;
    auto& found = *looked.found;
    auto& view = looked.view;
    std::erase_if(found.weeks,
                  [&](const auto& week) { return week.begin.seconds + week_seconds <= looked.since.seconds; });
    view.counted = true;
    view.current = found.current;
    view.complete = found.complete;
    view.counted_at = found.counted_at;
    view.contributor_count = found.contributor_count;
    view.enough = !found.weeks.empty();
    return looked;
}

void add_weeks(InsightsView& view, std::span<const WeekOfWork> weeks)
{
    for (const auto& week : weeks) {
        view.commits += week.commits;
        view.additions += week.additions;
        view.deletions += week.deletions;
    }
    view.weeks = chart_weeks(weeks, most_bars);
    view.by_week = view.weeks.size() < 2 || view.weeks[1].begin.seconds - view.weeks[0].begin.seconds == week_seconds;
}

ContributorRow row_of(const contents::Contributor& one, const contents::People& people,
                      std::span<const WeekOfWork> frame, std::int64_t highest)
{
    ContributorRow row{.name = one.name, .commits = one.commits};
    if (const auto* account = people.find(one.email)) {
        row.login = account->name;
        row.avatar = avatar_address(*account);
    }
    for (const auto& week : one.weeks) {
        row.additions += week.additions;
        row.deletions += week.deletions;
    }
    if (!one.weeks.empty()) {
        row.first = one.weeks.front().begin;
        row.last = one.weeks.back().begin;
    }
    // Each over the same time, so that they can be held against each other.
    std::vector<WeekOfWork> weeks = one.weeks;
    if (!frame.empty()) {
        weeks.insert(weeks.begin(), {.begin = frame.front().begin});
        weeks.push_back({.begin = frame.back().begin});
    }
    std::ranges::sort(weeks, {}, &WeekOfWork::begin);
    row.chart = commit_bars(chart_weeks(weeks, bars_of_one), highest);
    return row;
}

// Only what was done since; who has done the most of that comes first.
void narrow_contributors(contents::Statistics& found, Time since)
{
    if (since.seconds == 0) return;
    for (auto& one : found.contributors) {
        std::erase_if(one.weeks, [&](const auto& week) { return week.begin.seconds + week_seconds <= since.seconds; });
        one.commits = 0;
        for (const auto& week : one.weeks) one.commits += week.commits;
    }
    std::erase_if(found.contributors, [](const auto& one) { return one.commits == 0; });
    std::ranges::stable_sort(found.contributors, std::greater(), &contents::Contributor::commits);
    found.contributor_count = static_cast<std::int64_t>(found.contributors.size());
}

Result<InsightsView> show_contributors(Call& call, const RepositoryContext& place, Query<InsightsQuery> query)
{
    auto [view, found, since] = TRY(look(call, place, query.value, "contributors", "all", most_looked_at));
    if (!found) return view;
    narrow_contributors(*found, since);
    view.contributor_count = found->contributor_count;
    if (found->contributors.size() > most_contributors) found->contributors.resize(most_contributors);
    add_weeks(view, found->weeks);
    view.chart = commit_bars(view.weeks);
    std::vector<std::string> emails;
    for (const auto& one : found->contributors) emails.push_back(one.email);
    const contents::People people(call.db(), call.settings(), emails);
    for (const auto& one : found->contributors) view.contributors.push_back(row_of(one, people, found->weeks, 0));
    return view;
}

Result<InsightsView> show_frequency(Call& call, const RepositoryContext& place, Query<InsightsQuery> query)
{
    auto [view, found, since] = TRY(look(call, place, query.value, "code-frequency", "all", 1));
    if (!found) return view;
    add_weeks(view, found->weeks);
    view.chart = line_bars(view.weeks);
    return view;
}

Result<InsightsView> show_recent(Call& call, const RepositoryContext& place, Query<InsightsQuery> query)
{
    auto [view, found, since] = TRY(look(call, place, query.value, "recent-commits", "yearly", 1));
    if (!found) return view;
    add_weeks(view, found->weeks);
    view.chart = commit_bars(view.weeks);
    return view;
}

constexpr auto& contributors_page = shows<show_contributors, "repository/contributors", "repoGetAllCommits">;
constexpr auto& frequency_page = shows<show_frequency, "repository/code_frequency", "repoGetAllCommits">;
constexpr auto& recent_page = shows<show_recent, "repository/recent_commits", "repoGetAllCommits">;

using repositories::reads_code;

// clang-format off
constexpr Operation insights_operations[] = {
    {GET, "/{owner}/{repo}/activity/contributors",   scope::none, reads_code, contributors_page, 200, "siteContributors",  "Show who has done how much"},
    {GET, "/{owner}/{repo}/activity/code-frequency", scope::none, reads_code, frequency_page,    200, "siteCodeFrequency", "Show how many lines came and went"},
    {GET, "/{owner}/{repo}/activity/recent-commits", scope::none, reads_code, recent_page,       200, "siteRecentCommits", "Show the latest commits by week"},
};
// clang-format on
static_assert(well_formed(insights_operations));

} // namespace

const Table insights_table{"site", insights_operations, Door::site, refuse_page};

} // namespace cairn::pages
