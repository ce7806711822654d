#include "issues/dependency.hpp"

#include "config/settings.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "issues/changes.hpp"
#include "issues/readable.hpp"

namespace cairn::issues {

using api::Call;
using api::View;
using db::bound;

namespace {

struct Side {
    RepositoryContext place;
    StoredIssue issue;
};

// Somewhere else: by the names as they are written.
Result<Side> find_other(const Call& call, const IssueContext& at, const IssueMeta& meta)
{
    Side other{at.place, {}};
    if (!meta.owner.empty() && !meta.repo.empty()
        && (meta.owner != at.place.owner.name || meta.repo != at.place.repository.name)) {
        auto owner = accounts::find_account(call.db(), meta.owner);
        auto repository = owner ? repositories::find_repository(call.db(), owner->id, meta.repo) : std::nullopt;
        if (!repository) return not_found("the repository");
        const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
        other.place = {.repository = std::move(*repository), .owner = std::move(*owner), .access = access};
    }
    auto issue = find_issue(call.db(), other.place.repository.id, meta.index);
    if (!issue || !other.place.access.reads(issue->unit())) return not_found("the issue");
    other.issue = std::move(*issue);
    return other;
}

// Write access to the side that depends, and dependencies switched on there.
Result<void> check_depends(const Side& side)
{
    if (!side.place.access.writes(side.issue.unit()) || !side.place.repository.issue_dependencies
        || side.place.repository.archived())
        return not_found("the issue");
    return {};
}

Result<void> link(db::Transaction& tx, const StoredIssue& from, const StoredIssue& to)
{
    if (from.id == to.id) return fail(Errc::unprocessable, "an issue cannot wait for itself");
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue_dependency WHERE issue_id = $1 AND depends_on_id = $2)"
                        " AS value",
                        to.id, from.id))
        return fail(Errc::unprocessable, "the other issue waits for this one");
    if (tx.run("INSERT INTO issue_dependency (issue_id, depends_on_id, created_at) VALUES ($1, $2, $3)"
               " ON CONFLICT DO NOTHING",
               from.id, to.id, Time::now())
        == 0)
        return fail(Errc::unprocessable, "it waits for that issue already");
    return {};
}

Result<void> unlink(db::Transaction& tx, const StoredIssue& from, const StoredIssue& to)
{
    if (tx.run("DELETE FROM issue_dependency WHERE issue_id = $1 AND depends_on_id = $2", from.id, to.id) == 0)
        return fail(Errc::unprocessable, "it does not wait for that issue");
    return {};
}

void tell(const Change& change, EventKind kind, std::int64_t other_id)
{
    auto event = change.event(kind);
    event.dependent_issue_id = other_id;
    event = add_event(change.tx, std::move(event));
    change.issue.updated_at = event.created_at;
    change.events.tell(change.tx, events::IssueMarked{change.told(), event.id});
}

Result<StoredIssue> change(const Call& call, const IssueContext& at, const IssueMeta& meta, bool blocks, bool added)
{
    auto other = TRY(find_other(call, at, meta));
    Side here{at.place, at.issue};
    Side& from = blocks ? other : here;
    Side& to = blocks ? here : other;
    TRY(check_depends(from));
    TRY(call.db().write([&](db::Transaction& tx) -> Result<void> {
        TRY(added ? link(tx, from.issue, to.issue) : unlink(tx, from.issue, to.issue));
        const auto kind = added ? EventKind::add_dependency : EventKind::remove_dependency;
        tell({tx, call.site.events, call.caller.id, from.issue}, kind, to.issue.id);
        tell({tx, call.site.events, call.caller.id, to.issue}, kind, from.issue.id);
        return {};
    }));
    return std::move(here.issue);
}

// Same repository first, then newest first.
void add_order(db::Composition& query, const IssueContext& at)
{
    query << " ORDER BY CASE WHEN i.repository_id = " << bound(at.place.repository.id)
          << " THEN 0 ELSE 1 END, i.created_at DESC, i.id DESC";
}

} // namespace

Result<StoredIssue> add_dependency(const Call& call, const IssueContext& at, const IssueMeta& on)
{
    return change(call, at, on, false, true);
}
Result<StoredIssue> remove_dependency(const Call& call, const IssueContext& at, const IssueMeta& on)
{
    return change(call, at, on, false, false);
}
Result<StoredIssue> add_block(const Call& call, const IssueContext& at, const IssueMeta& blocked)
{
    return change(call, at, blocked, true, true);
}
Result<StoredIssue> remove_block(const Call& call, const IssueContext& at, const IssueMeta& blocked)
{
    return change(call, at, blocked, true, false);
}

Page<std::int64_t> list_dependencies(const View& view, const IssueContext& at, const Paging& paging)
{
    db::Composition ids(
        "SELECT i.id FROM issue_dependency d JOIN issue i ON i.id = d.depends_on_id WHERE d.issue_id = ");
    ids << bound(at.issue.id);
    add_order(ids, at);
    return view.db().page<std::int64_t>(paging, ids);
}

std::vector<StoredIssue> list_blocks(const View& view, const IssueContext& at, const ListBlocks& wanted)
{
    const auto& bounds = view.settings().api;
    Paging paging{.page = std::max<std::int64_t>(wanted.page, 1), .limit = wanted.limit};
    if (paging.limit <= 1) paging.limit = bounds.default_paging_num;
    paging.limit = std::min(paging.limit, bounds.max_response_items);
    db::Composition ids("SELECT i.id FROM issue_dependency d JOIN issue i ON i.id = d.issue_id"
                        " JOIN repository r ON r.id = i.repository_id WHERE d.depends_on_id = ");
    ids << bound(at.issue.id) << " AND ";
    add_reads_issue(ids, access::Viewer::of(view.caller));
    add_order(ids, at);
    const auto found = view.db().page<std::int64_t>(paging, ids);
    return find_issues(view.db(), found.items);
}

Result<void> check_sees_blocks(const Call& call, const RepositoryContext& place)
{
    TRY(question::signed_in(call, place));
    if (place.repository.archived()) return not_found("the issue");
    return {};
}

} // namespace cairn::issues
