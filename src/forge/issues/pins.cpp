// Issues that are shown before all others: a few of each kind in a repository, in an order of their own.
#include <algorithm>

#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/changes.hpp"
#include "issues/pins.hpp"
#include "issues/show.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

constexpr std::int64_t most_pins = 3; // of each kind

struct NewIssuePinsAllowed {
    bool issues = false;
    bool pull_requests = false;
};
BOOST_DESCRIBE_STRUCT(NewIssuePinsAllowed, (), (issues, pull_requests))
constexpr auto notes(const NewIssuePinsAllowed*) { return std::array{Note{"", "Whether one more can be pinned"}}; }

struct PinPath {
    std::int64_t position = 0;
};
BOOST_DESCRIBE_STRUCT(PinPath, (), (position))
constexpr auto notes(const PinPath*)
{
    return std::array{Note{.member = "position", .doc = "counted from 1", .format = "int64"}};
}

std::int64_t count_pins(db::Queries& db, std::int64_t repository_id, bool is_pull)
{
    return db.scalar<std::int64_t>(
        "SELECT count(*) AS value FROM issue WHERE repository_id = $1 AND is_pull = $2 AND pin_order > 0",
        repository_id, is_pull);
}

void put(const Change& change, std::int64_t position)
{
    change.issue.pin_order = position;
    change.tx.run("UPDATE issue SET pin_order = $2 WHERE id = $1", change.issue.id, position);
}

void tell(const Change& change, EventKind kind)
{
    const auto event = add_event(change.tx, change.event(kind));
    change.events.tell(change.tx, events::IssueMarked{change.told(), event.id});
}

Result<> add_pin(const Change& change)
{
    if (change.issue.pin_order > 0) return {};
    const auto count = count_pins(change.tx, change.issue.repository_id, change.issue.is_pull);
    if (count >= most_pins)
        return fail(Errc::unprocessable, "no more than " + std::to_string(most_pins) + " can be pinned");
    put(change,
        change.tx.scalar<std::int64_t>("SELECT COALESCE(max(pin_order), 0) + 1 AS value FROM issue"
                                       " WHERE repository_id = $1 AND is_pull = $2 AND pin_order > 0",
                                       change.issue.repository_id, change.issue.is_pull));
    tell(change, EventKind::pin);
    return {};
}

Result<> remove_pin(const Change& change)
{
    if (change.issue.pin_order == 0) return {};
    put(change, 0);
    tell(change, EventKind::unpin);
    return {};
}

Result<> change_pin(const Call& call, const IssueContext& at, const std::function<Result<>(const Change&)>& work)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        return work({tx, call.site.events, call.caller.id, *issue});
    });
}

Result<> pin(Call& call, const IssueContext& at) { return change_pin(call, at, &add_pin); }
Result<> unpin(Call& call, const IssueContext& at) { return change_pin(call, at, &remove_pin); }

Result<> move(Call& call, const IssueContext& at, Path<PinPath> path)
{
    return change_pin(call, at, [&](const Change& change) -> Result<> {
        if (change.issue.pin_order == 0) return fail(Errc::unprocessable, "the issue is not pinned");
        auto ids = change.tx.all<std::int64_t>("SELECT id FROM issue WHERE repository_id = $1 AND is_pull = $2"
                                               " AND pin_order > 0 ORDER BY pin_order",
                                               change.issue.repository_id, change.issue.is_pull);
        std::erase(ids, change.issue.id);
        const auto place = std::clamp<std::int64_t>(path->position, 1, static_cast<std::int64_t>(ids.size()) + 1);
        ids.insert(ids.begin() + place - 1, change.issue.id);
        for (std::int64_t order = 1; const auto id : ids)
            change.tx.run("UPDATE issue SET pin_order = $2 WHERE id = $1", id, order++);
        return {};
    });
}

Result<std::vector<Issue>> list(Call& call, const RepositoryContext& place)
{
    const auto pinned = call.db().all<StoredIssue>(
        "SELECT * FROM issue WHERE repository_id = $1 AND NOT is_pull AND pin_order > 0 ORDER BY pin_order",
        place.repository.id);
    return show_issues(call, place, pinned);
}

Result<NewIssuePinsAllowed> allowed(Call& call, const RepositoryContext& place)
{
    return NewIssuePinsAllowed{.issues = count_pins(call.db(), place.repository.id, false) < most_pins,
                               .pull_requests = count_pins(call.db(), place.repository.id, true) < most_pins};
}

Result<void> check_reads_pins(const Call&, const RepositoryContext& place)
{
    if (!reads_issues(place)) return not_found("the repository's issues");
    return {};
}
constexpr Guard reads_pins = repositories::repository_guard<check_reads_pins>("reads issues");

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/issues/{index}/pin",            scope::issue, administers_issue, handle<pin>,   204, "pinIssue",     "Pin an issue", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/pin",            scope::issue, administers_issue, handle<unpin>, 204, "unpinIssue",   "Pin an issue no longer"},
    {PATCH,  "/repos/{owner}/{repo}/issues/{index}/pin/{position}", scope::issue, administers_issue, handle<move>,  204, "moveIssuePin", "Move a pinned issue to another place", {422}},
};
constexpr Operation repository_operations[] = {
    {GET, "/repos/{owner}/{repo}/issues/pinned",   scope::issue,      reads_pins,                    handle<list>,    200, "repoListPinnedIssues", "List the pinned issues of a repository"},
    {GET, "/repos/{owner}/{repo}/new_pin_allowed", scope::repository, repositories::sees_repository, handle<allowed>, 200, "repoNewPinAllowed",    "Check whether one more issue or pull request can be pinned"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(repository_operations));

} // namespace

void pin_imported(db::Transaction& tx, std::int64_t repository_id, std::int64_t issue_id, bool is_pull,
                  std::int64_t position)
{
    if (count_pins(tx, repository_id, is_pull) < most_pins)
        tx.run("UPDATE issue SET pin_order = $2 WHERE id = $1", issue_id, position);
}

const Table pin_table{"issue", operations};
const Table pinned_table{"repository", repository_operations};

} // namespace cairn::issues
