// The issues of a repository, and its pull requests, as lists; and changing several of them at once.
#include "http/url.hpp"
#include "issues/many.hpp"
#include "issues/opening.hpp"
#include "issues/pin.hpp"
#include "pages/issue_lists/issue_list.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pulls/listed_pulls.hpp"
#include "pulls/queue/merge_queue.hpp"
#include "repositories/social/candidate.hpp"

namespace cairn::pages {

using namespace api;
using access::Unit;
using enum Method;
using issues::AddressQuery;
using issues::ChangeManyOption;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice issues_changed{"issues-changed", Phrase("What you have chosen is changed.")};

constexpr std::string_view usual_line = "is:open sort:updated";
constexpr std::size_t most_people = 100;

// Which of what can be chosen is meant is said by the button that was pressed: several labels and people are chosen
// with boxes before.
struct BulkForm {
    std::vector<std::int64_t> issue;
    std::string state;
    std::vector<std::int64_t> label;
    std::string labels; // add or remove
    std::optional<std::int64_t> milestone;
    std::vector<std::string> person;
    std::string people; // assign or unassign
};
BOOST_DESCRIBE_STRUCT(BulkForm, (), (issue, state, label, labels, milestone, person, people))

ChangeManyOption meant_by(const BulkForm& form)
{
    ChangeManyOption option{.issue = form.issue, .state = form.state, .milestone = form.milestone};
    if (form.labels == "add") option.add_label = form.label;
    if (form.labels == "remove") option.remove_label = form.label;
    if (form.people == "assign") option.assign = form.person;
    if (form.people == "unassign") option.unassign = form.person;
    return option;
}

// What several can be given at once.
struct BulkView {
    std::string action;
    std::vector<LabelChoice> labels{};
    std::vector<MilestoneChoice> milestones{};
    std::vector<ListedPerson> people{};
    Form<BulkForm> form{};
};
BOOST_DESCRIBE_STRUCT(BulkView, (), (action, labels, milestones, people, form))

struct PinnedRow {
    ShownIssue issue;
    std::string move;      // the address of its form
    std::int64_t left = 0; // the places beside its own, counted from 1; 0: there is none
    std::int64_t right = 0;
};
BOOST_DESCRIBE_STRUCT(PinnedRow, (), (issue, move, left, right))

struct RepositoryListView {
    PageHead head{};
    RepositoryPlace place;
    ShownList list{};
    std::vector<PinnedRow> pins{};
    bool may_order_pins = false;
    std::optional<BulkView> bulk{}; // for who may change them
    bool may_open = false;
    std::string propose{}; // a branch that was pushed and proposed by nobody yet
    bool queue = false;    // some wait to be merged
    bool none = false;     // there is none at all
};
BOOST_DESCRIBE_STRUCT(RepositoryListView, (),
                      (head, place, list, pins, may_order_pins, bulk, may_open, propose, queue, none))

bool may_change(const Call& call, const RepositoryContext& place, Unit unit)
{
    return !call.caller.anonymous() && place.access.writes(unit) && !place.repository.archived();
}

BulkView bulk_of(const Call& call, const RepositoryContext& place, ToGive to_give, Form<BulkForm> form)
{
    BulkView bulk{.action = std::string(call.request.target),
                  .labels = std::move(to_give.labels),
                  .milestones = std::move(to_give.milestones),
                  .form = std::move(form)};
    for (const auto& person : repositories::assignees(call, place)) {
        if (bulk.people.size() >= most_people) break;
        bulk.people.push_back({.name = person.name, .avatar = avatar_address(person)});
    }
    return bulk;
}

bool has_none(const Call& call, const RepositoryContext& place, bool is_pull)
{
    const auto counts = issues::count_issues(call.db(), place.repository.id);
    return (is_pull ? counts.open_pulls_count + counts.closed_pulls_count
                    : counts.open_issues_count + counts.closed_issues_count)
        == 0;
}

void choose_again(ShownList& list, const std::vector<std::string>& numbers)
{
    for (auto& row : list.rows) row.chosen = std::ranges::find(numbers, std::to_string(row.number)) != numbers.end();
}

bool opens_pulls(const Call& call, const RepositoryContext& place)
{
    return !call.caller.anonymous() && !place.repository.empty && !place.repository.archived()
        && place.access.reads(Unit::code);
}

std::vector<PinnedRow> show_pins(const Call& call, const RepositoryContext& place, bool is_pull,
                                 const std::string& path)
{
    auto rows = show_issue_rows(call, issues::list_pinned(call, place, is_pull),
                                {.list = path, .home = issues::home_of(place)});
    std::vector<PinnedRow> pins;
    const auto count = std::ssize(rows);
    for (auto& row : rows) {
        const auto position = std::ssize(pins) + 1;
        const auto move = repository_address(place) + "/issues/" + std::to_string(row.number) + "/pin/move";
        pins.push_back({.issue = std::move(row),
                        .move = move,
                        .left = position - 1,
                        .right = position < count ? position + 1 : 0});
    }
    return pins;
}

template <bool is_pull>
Result<RepositoryListView> show(Call& call, const RepositoryContext& place, Query<AddressQuery> query,
                                Form<BulkForm> form)
{
    const auto path = repository_address(place) + (is_pull ? "/pulls" : "/issues");
    auto made = make_list(
        call,
        {.place = {.repository = &place, .is_pull = is_pull},
         .path = path,
         .usual = std::string(usual_line),
         .style = {.list = path, .usual_base = place.repository.default_branch, .home = issues::home_of(place)}},
        query.value);
    RepositoryListView view{.head = {.values = api_values(call, made)},
                            .place =
                                repository_place(call, place, is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
                            .list = std::move(made.list)};
    view.none = view.list.rows.empty() && has_none(call, place, is_pull);
    if (query->page == 1) {
        view.pins = show_pins(call, place, is_pull, path);
        view.may_order_pins = view.pins.size() > 1 && place.access.administers() && !place.repository.archived();
    }
    view.may_open = is_pull ? opens_pulls(call, place) : issues::check_opens_issue(call, place).has_value();
    if (is_pull && view.may_open && place.access.writes(Unit::code))
        view.propose = pulls::branch_to_propose(call, place);
    view.queue = is_pull && call.settings().repository_pull_request.merge_queue
        && pulls::has_queue(call.db(), place.repository.id);
    if (!view.list.rows.empty() && may_change(call, place, is_pull ? Unit::pulls : Unit::issues)) {
        view.list.choosable = true;
        choose_again(view.list, form.control(0).values);
        view.bulk = bulk_of(call, place, std::move(made.to_give), std::move(form));
    }
    return view;
}

// Back to the list as it was.
Result<Done> change(Call& call, const RepositoryContext& place, Body<BulkForm> form)
{
    TRY(issues::change_many(call, place, meant_by(form.value)));
    return done(std::string(call.request.target), issues_changed);
}

// What is switched off has no list, also for who administers the repository: nothing in it would lead anywhere.
template <Unit unit> Result<void> lists(const Call&, const RepositoryContext& place)
{
    if (!place.access.reads(unit)) return not_found("the list");
    return {};
}
template <Unit unit> Result<void> changes(const Call& call, const RepositoryContext& place)
{
    TRY(lists<unit>(call, place));
    TRY(repositories::question::writes(call, place, unit));
    return repositories::question::not_archived(call, place);
}

constexpr Guard reads_issues = repositories::repository_guard<lists<Unit::issues>>("reads issues");
constexpr Guard reads_pulls = repositories::repository_guard<lists<Unit::pulls>>("reads pull requests");
constexpr Guard writes_issues = repositories::repository_guard<changes<Unit::issues>>(
    "writes issues of a repository that is not archived", {401, 403, 404, 423});
constexpr Guard writes_pulls = repositories::repository_guard<changes<Unit::pulls>>(
    "writes pull requests of a repository that is not archived", {401, 403, 404, 423});

constexpr auto& issue_list_page =
    shows<show<false>, "issue_lists/repository_list", "issueListIssues repoListPinnedIssues issueCreateIssue">;
constexpr auto& pull_list_page =
    shows<show<true>, "issue_lists/repository_list", "repoListPullRequests repoCreatePullRequest">;

// clang-format off
constexpr Operation list_operations[] = {
    {GET,  "/{owner}/{repo}/issues", scope::none, reads_issues,  issue_list_page,               200, "siteIssues",       "Show the issues"},
    {POST, "/{owner}/{repo}/issues", scope::none, writes_issues, does<change, issue_list_page>, 303, "siteChangeIssues", "Change several issues"},
    {GET,  "/{owner}/{repo}/pulls",  scope::none, reads_pulls,   pull_list_page,                200, "sitePulls",        "Show the pull requests"},
    {POST, "/{owner}/{repo}/pulls",  scope::none, writes_pulls,  does<change, pull_list_page>,  303, "siteChangePulls",  "Change several pull requests"},
};
// clang-format on
static_assert(well_formed(list_operations));

} // namespace

const Table repository_lists_table{"site", list_operations, Door::site, refuse_page};

} // namespace cairn::pages
