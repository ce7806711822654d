// What happened in a repository in a period: what was merged, opened, closed and released.
#include "contents/history.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "feeds/repository_activity.hpp"
#include "git/references/references.hpp"
#include "pages/code/period.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

constexpr std::int64_t most_of_each = 50;
constexpr std::int64_t hour = 3'600;

constexpr std::string_view usual_period = "weekly";

struct PeriodPath {
    std::string period;
};
BOOST_DESCRIBE_STRUCT(PeriodPath, (), (period))
constexpr auto notes(const PeriodPath*)
{
    return std::array{Note{"period", "daily, halfweekly, weekly, monthly, quarterly, semiyearly or yearly"}};
}

struct HappenedGroup {
    std::string id;
    std::string title;
    std::string kind; // merged, open_pull, closed, open_issue
    std::int64_t total = 0;
    std::vector<feeds::HappenedIssue> items{};
};
BOOST_DESCRIBE_STRUCT(HappenedGroup, (), (id, title, kind, total, items))

struct ActivityView {
    RepositoryPlace place;
    PeriodMenu periods{};
    Time since{};
    std::int64_t commits = 0;
    bool counts_commits = false;
    std::vector<HappenedGroup> groups{}; // those that the reader may see
    std::int64_t released = 0;
    std::vector<feeds::HappenedRelease> releases{};
    bool reads_releases = false;
    bool quiet = true; // nothing has happened
};
BOOST_DESCRIBE_STRUCT(ActivityView, (),
                      (place, periods, since, commits, counts_commits, groups, released, releases, reads_releases,
                       quiet))

// What happened is looked for in the tables of everything: all of it would be no summary.
std::span<const Period> happened_periods() { return all_periods().first(all_periods().size() - 1); }

// To the hour, so that what was counted is good for others who look.
Time beginning(const Period& period) { return {(Time::now().seconds - period.seconds) / hour * hour}; }

void add_commits(const Call& call, const RepositoryContext& place, ActivityView& view)
{
    const auto repository = contents::open_repository(call, place);
    if (!repository) return;
    const auto head = git::find_branch(**repository, place.repository.default_branch);
    if (!head) return;
    const auto count =
        contents::count_commits(call.site, place.repository, **repository, {.from = *head, .since = view.since});
    if (!count) return;
    view.commits = *count;
    view.counts_commits = true;
}

void add_group(ActivityView& view, std::string_view kind, std::string title, Page<feeds::HappenedIssue> found)
{
    view.quiet = view.quiet && found.total == 0;
    view.groups.push_back({.id = std::string(kind),
                           .title = std::move(title),
                           .kind = std::string(kind),
                           .total = found.total,
                           .items = std::move(found.items)});
}

Result<ActivityView> of_period(const Call& call, const RepositoryContext& place, const Period& period)
{
    const auto& in = language_of(call);
    ActivityView view{.place = repository_place(call, place, RepositoryTab::activity),
                      .periods = period_menu(in, happened_periods(), period, repository_address(place) + "/activity/"),
                      .since = beginning(period)};
    auto& db = call.db();
    const auto id = place.repository.id;
    if (place.access.reads(access::Unit::pulls)) {
        add_group(view, "merged", in.say(Phrase("Merged pull requests")),
                  feeds::merged_since(db, id, view.since, most_of_each));
        add_group(view, "open_pull", in.say(Phrase("Opened pull requests")),
                  feeds::opened_since(db, id, true, view.since, most_of_each));
    }
    if (place.access.reads(access::Unit::issues)) {
        add_group(view, "closed", in.say(Phrase("Closed issues")),
                  feeds::closed_since(db, id, view.since, most_of_each));
        add_group(view, "open_issue", in.say(Phrase("Opened issues")),
                  feeds::opened_since(db, id, false, view.since, most_of_each));
    }
    view.reads_releases = place.access.reads(access::Unit::releases);
    if (view.reads_releases) {
        auto found = feeds::released_since(db, id, view.since, most_of_each);
        view.released = found.total;
        view.releases = std::move(found.items);
    }
    if (place.access.reads(access::Unit::code) && !place.repository.empty) add_commits(call, place, view);
    view.quiet = view.quiet && view.released == 0 && view.commits == 0;
    return view;
}

Result<ActivityView> show(Call& call, const RepositoryContext& place)
{
    return of_period(call, place, *find_period(usual_period));
}

Result<ActivityView> show_period(Call& call, const RepositoryContext& place, Path<PeriodPath> path)
{
    const auto* period = find_period(path->period);
    if (period == nullptr || period->seconds == 0) return not_found("this period");
    return of_period(call, place, *period);
}

constexpr auto& activity_page = shows<show, "repository/activity", "repoListActivityFeeds">;
constexpr auto& period_page = shows<show_period, "repository/activity", "repoListActivityFeeds">;

using repositories::sees_repository;

// clang-format off
constexpr Operation activity_operations[] = {
    {GET, "/{owner}/{repo}/activity",          scope::none, sees_repository, activity_page, 200, "siteActivity",       "Show what happened in the last week"},
    {GET, "/{owner}/{repo}/activity/{period}", scope::none, sees_repository, period_page,   200, "siteActivityPeriod", "Show what happened in a period"},
};
// clang-format on
static_assert(well_formed(activity_operations));

} // namespace

const Table activity_table{"site", activity_operations, Door::site, refuse_page};

} // namespace cairn::pages
