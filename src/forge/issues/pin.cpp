#include "issues/pin.hpp"

#include <algorithm>

#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/changes.hpp"

namespace cairn::issues {

using api::Call;

namespace {

constexpr std::int64_t most_pins = 3; // of each kind

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

} // namespace

Result<> pin_issue(const Call& call, const IssueContext& at) { return change_pin(call, at, &add_pin); }
Result<> unpin_issue(const Call& call, const IssueContext& at) { return change_pin(call, at, &remove_pin); }

Result<> move_pin(const Call& call, const IssueContext& at, std::int64_t position)
{
    return change_pin(call, at, [&](const Change& change) -> Result<> {
        if (change.issue.pin_order == 0) return fail(Errc::unprocessable, "the issue is not pinned");
        auto ids = change.tx.all<std::int64_t>("SELECT id FROM issue WHERE repository_id = $1 AND is_pull = $2"
                                               " AND pin_order > 0 ORDER BY pin_order",
                                               change.issue.repository_id, change.issue.is_pull);
        std::erase(ids, change.issue.id);
        const auto place = std::clamp<std::int64_t>(position, 1, static_cast<std::int64_t>(ids.size()) + 1);
        ids.insert(ids.begin() + place - 1, change.issue.id);
        for (std::int64_t order = 1; const auto id : ids)
            change.tx.run("UPDATE issue SET pin_order = $2 WHERE id = $1", id, order++);
        return {};
    });
}

std::vector<StoredIssue> list_pinned(const api::View& view, const RepositoryContext& place, bool is_pull)
{
    return view.db().all<StoredIssue>(
        "SELECT * FROM issue WHERE repository_id = $1 AND is_pull = $2 AND pin_order > 0 ORDER BY pin_order",
        place.repository.id, is_pull);
}

bool can_pin_more(const api::View& view, const RepositoryContext& place, bool is_pull)
{
    return count_pins(view.db(), place.repository.id, is_pull) < most_pins;
}

void pin_imported(db::Transaction& tx, std::int64_t repository_id, std::int64_t issue_id, bool is_pull,
                  std::int64_t position)
{
    if (count_pins(tx, repository_id, is_pull) < most_pins)
        tx.run("UPDATE issue SET pin_order = $2 WHERE id = $1", issue_id, position);
}

Result<void> check_reads_pins(const Call&, const RepositoryContext& place)
{
    if (!reads_issues(place)) return not_found("the repository's issues");
    return {};
}

} // namespace cairn::issues
