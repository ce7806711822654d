// Time that was spent on an issue: what there is, adding some, deleting some, and the timer.
#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/time/stopwatch.hpp"
#include "issues/time/tracking.hpp"
#include "issues/timeline/commenting.hpp"
#include "pages/issue/event_words.hpp"
#include "pages/issue/facts.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/issue_view.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::IssueContext;
using words::Phrase;

namespace {

const Notice time_added{"time-added", Phrase("The time is added.")};
const Notice time_deleted{"time-deleted", Phrase("The time is deleted.")};
const Notice timer_started{"timer-started", Phrase("The timer runs.")};
const Notice timer_stopped{"timer-stopped", Phrase("The timer has stopped, and its time is added.")};
const Notice timer_cancelled{"timer-cancelled", Phrase("The timer has stopped, and its time is dropped.")};

struct ListedTimes : Paging { };
BOOST_DESCRIBE_STRUCT(ListedTimes, (Paging), ())

struct TimeForm {
    std::string hours;
    std::string minutes;
};
BOOST_DESCRIBE_STRUCT(TimeForm, (), (hours, minutes))

struct ShownTime {
    std::int64_t id = 0;
    std::string person;
    std::string words;
    Time created_at{};
    bool may_delete = false;
};
BOOST_DESCRIBE_STRUCT(ShownTime, (), (id, person, words, created_at, may_delete))

struct TimesView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    std::string total{};
    std::vector<ShownTime> times{};
    Pager pager;
    bool may_add = false;
    bool only_own = false; // others' times are not shown
    Form<TimeForm> form;
};
BOOST_DESCRIBE_STRUCT(TimesView, (), (head, place, thread, total, times, pager, may_add, only_own, form))

Result<TimesView> show_times(Call& call, const IssueContext& at, Query<ListedTimes> query, Form<TimeForm> form)
{
    issues::ListTimes wanted;
    wanted.page = query->page;
    wanted.limit = query->limit;
    const auto found = TRY(issues::list_times(call, at, wanted));
    const auto& in = language_of(call);
    TimesView view{
        .head = {.values = {{"index", std::to_string(at.issue.number)}}},
        .place = repository_place(call, at.place, at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
        .thread = thread_head(call, at, {}),
        .pager = pager(call, query.value, found.total),
        .form = std::move(form)};
    const bool live = !at.place.repository.archived();
    view.may_add = live && issues::may_track_time(call, at);
    view.only_own = !at.place.access.writes(access::Unit::issues);
    if (const auto seconds = issues::time_spent(call, at); seconds != 0) view.total = duration(in, seconds);
    for (const auto& time : found.items)
        view.times.push_back({.id = time.id,
                              .person = time.account_id != 0 ? time.account_name : "Ghost",
                              .words = duration(in, time.seconds),
                              .created_at = time.created_at,
                              .may_delete = view.may_add && (time.account_id == call.caller.id || call.caller.admin)});
    return view;
}

// An empty field is no hour and no minute.
Result<std::int64_t> read_number(const std::string& written, std::string_view member, std::int64_t most)
{
    const auto trimmed = text::trim(written);
    if (trimmed.empty()) return 0;
    const auto number = text::parse_integer(trimmed, 0, most);
    if (!number)
        return fail(Errc::unprocessable,
                    "[" + std::string(member) + "]: write a whole number up to " + std::to_string(most));
    return *number;
}

Result<Done> add(Call& call, const IssueContext& at, Body<TimeForm> form)
{
    constexpr std::int64_t most_hours = 10'000;
    const auto hours = TRY(read_number(form->hours, "hours", most_hours));
    const auto minutes = TRY(read_number(form->minutes, "minutes", 59));
    if (hours == 0 && minutes == 0) return fail(Errc::unprocessable, "[hours]: say how long it was");
    issues::AddTimeOption option;
    option.time = hours * 3600 + minutes * 60;
    TRY(pages::at("hours", issues::track_time(call, at, option)));
    return done(issue_actions(at) + "/times", time_added);
}

struct DeleteForm {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(DeleteForm, (), (id))

Result<Done> remove(Call& call, const IssueContext& at, Body<DeleteForm> form)
{
    TRY(issues::delete_time(call, at, form->id));
    return done(issue_actions(at) + "/times", time_deleted);
}

template <Result<> (*change)(const Call&, const IssueContext&), const Notice& notice>
Result<Done> turn(Call& call, const IssueContext& at, Body<ReturnQuery> form)
{
    // What somebody has started or stopped already, in another window, is as it was asked for.
    auto changed = change(call, at);
    if (!changed && changed.error().code != Errc::conflict) return std::unexpected(std::move(changed).error());
    return done(safe_redirect(call.settings(), form->redirect_to, issue_address(at)), notice);
}

Result<void> check_runs_live_clock(Call& call)
{
    TRY(issues::check_runs_clock(call));
    const auto* at = static_cast<const IssueContext*>(call.loaded(&tag<IssueContext>));
    return repositories::question::not_archived(call, at->place);
}
constexpr Guard runs_live_clock =
    issues::issue_guard("tracks time on the issue, not archived", &check_runs_live_clock, {401, 403, 404, 423});

constexpr auto& times_page = shows<show_times, "issue/times", "issueTrackedTimes issueAddTime issueDeleteTime">;

using issues::comments_on_issue;
using issues::reads_issue_signed_in;

// clang-format off
constexpr Operation time_operations[] = {
    {GET,  "/{owner}/{repo}/issues/{index}/times",                  scope::none, reads_issue_signed_in, times_page,            200, "siteTimes",       "Show the time spent on an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/times/add",              scope::none, comments_on_issue,     does<add, times_page>, 303, "siteAddTime",     "Add time spent on an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/times/delete",           scope::none, comments_on_issue,     does<remove>,          303, "siteDeleteTime",  "Delete time spent on an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/times/stopwatch/start",  scope::none, runs_live_clock,       does<turn<issues::start_stopwatch, timer_started>>,    303, "siteStartTimer",  "Start the timer on an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/times/stopwatch/stop",   scope::none, runs_live_clock,       does<turn<issues::stop_stopwatch, timer_stopped>>,     303, "siteStopTimer",   "Stop the timer on an issue, and book its time"},
    {POST, "/{owner}/{repo}/issues/{index}/times/stopwatch/cancel", scope::none, runs_live_clock,       does<turn<issues::cancel_stopwatch, timer_cancelled>>, 303, "siteCancelTimer", "Stop the timer on an issue, and drop its time"},
};
// clang-format on
static_assert(well_formed(time_operations));

} // namespace

const Table time_forms_table{"site", time_operations, Door::site, refuse_page};

} // namespace cairn::pages
