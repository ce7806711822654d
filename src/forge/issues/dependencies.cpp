// Issues that wait for others: A depends on B, B blocks A. Nothing waits for itself, in however wide a circle of two.
#include "accounts/virtual_accounts.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "issues/changes.hpp"
#include "issues/readable.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using db::bound;

namespace {

struct IssueMeta {
    std::int64_t index = 0;
    std::string owner;
    std::string repo;
};
BOOST_DESCRIBE_STRUCT(IssueMeta, (), (index, owner, repo))
constexpr auto notes(const IssueMeta*)
{
    return std::array{Note{"", "Which issue is meant"}, Note{"index", "its number"},
                      Note{"owner", "whose repository it is in; without it, the same"},
                      Note{"repo", "the repository; without it, the same"}};
}

// Here the reference knows the number as text.
struct DependentPath : repositories::RepositoryPath {
    std::string index;
};
BOOST_DESCRIBE_STRUCT(DependentPath, (repositories::RepositoryPath), (index))
constexpr auto notes(const DependentPath*) { return std::array{Note{"index", "the number of the issue"}}; }

struct ListDependencies : Paging { };
BOOST_DESCRIBE_STRUCT(ListDependencies, (Paging), ())

// The blocks of an issue are told without their number, and a limit of one is none.
struct ListBlocks {
    std::int64_t page = 1;
    std::int64_t limit = 0;
};
BOOST_DESCRIBE_STRUCT(ListBlocks, (), (page, limit))
constexpr auto notes(const ListBlocks*)
{
    return std::array{Note{"page", "which page, counted from 1"}, Note{"limit", "how many items a page has"}};
}

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

Result<Issue> change(Call& call, const IssueContext& at, const IssueMeta& meta, bool blocks, bool added)
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
    return show_issue(call, at.place, here.issue);
}

Result<Issue> add_dependency(Call& call, const IssueContext& at, Body<IssueMeta> body)
{
    return change(call, at, body.value, false, true);
}
Result<Issue> remove_dependency(Call& call, const IssueContext& at, Body<IssueMeta> body)
{
    return change(call, at, body.value, false, false);
}
Result<Issue> add_block(Call& call, const IssueContext& at, Body<IssueMeta> body)
{
    return change(call, at, body.value, true, true);
}
Result<Issue> remove_block(Call& call, const IssueContext& at, Body<IssueMeta> body)
{
    return change(call, at, body.value, true, false);
}

// That there is something is told, and nothing of what it is.
Issue hidden(const Call& call)
{
    Issue issue;
    issue.user = std::make_shared<accounts::User>(accounts::show_user(accounts::ghost(), call.caller, call.settings()));
    issue.title = "HIDDEN";
    issue.assets.emplace();
    return issue;
}

// Same repository first, then newest first.
void add_order(db::Composition& query, const IssueContext& at)
{
    query << " ORDER BY CASE WHEN i.repository_id = " << bound(at.place.repository.id)
          << " THEN 0 ELSE 1 END, i.created_at DESC, i.id DESC";
}

Result<Page<Issue>> list_dependencies(Call& call, const IssueContext& at, Query<ListDependencies> query)
{
    db::Composition ids(
        "SELECT i.id FROM issue_dependency d JOIN issue i ON i.id = d.depends_on_id WHERE d.issue_id = ");
    ids << bound(at.issue.id);
    add_order(ids, at);
    const auto found = call.db().page<std::int64_t>(query.value, ids);
    std::map<std::int64_t, Issue> readable;
    for (auto& issue : readable_issues(call, found.items)) readable.emplace(issue.id, std::move(issue));
    Page<Issue> shown{.items = {}, .total = found.total};
    for (const auto id : found.items) {
        const auto issue = readable.find(id);
        if (issue != readable.end()) shown.items.push_back(std::move(issue->second));
        else shown.items.push_back(at.may_write() ? Issue() : hidden(call));
    }
    return shown;
}

Result<std::vector<Issue>> list_blocks(Call& call, const IssueContext& at, Query<ListBlocks> query)
{
    const auto& bounds = call.settings().api;
    Paging paging{.page = std::max<std::int64_t>(query->page, 1), .limit = query->limit};
    if (paging.limit <= 1) paging.limit = bounds.default_paging_num;
    paging.limit = std::min(paging.limit, bounds.max_response_items);
    db::Composition ids("SELECT i.id FROM issue_dependency d JOIN issue i ON i.id = d.issue_id"
                        " JOIN repository r ON r.id = i.repository_id WHERE d.depends_on_id = ");
    ids << bound(at.issue.id) << " AND ";
    add_reads_issue(ids, access::Viewer::of(call.caller));
    add_order(ids, at);
    const auto found = call.db().page<std::int64_t>(paging, ids);
    return show_issues(call, find_issues(call.db(), found.items));
}

Result<void> check_sees_blocks(const Call& call, const RepositoryContext& place)
{
    TRY(question::signed_in(call, place));
    if (place.repository.archived()) return not_found("the issue");
    return {};
}
constexpr Guard dependent_guard(std::string_view name, Result<void> (*check)(Call&), Errors errors)
{
    auto guard = issue_guard(name, check, errors);
    guard.path = &type_of<DependentPath>();
    return guard;
}
constexpr Guard reads_dependent = dependent_guard("reads the issue", &check_issue<question::reads_any>, {404});
constexpr Guard links_issue =
    dependent_guard("reads the issue, signed in, not archived", &check_issue<question::changeable>, {401, 404, 423});
constexpr Guard blocks_issue =
    dependent_guard("reads the issue, signed in", &check_issue<check_sees_blocks>, {401, 404});

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/dependencies", scope::issue, reads_dependent, handle<list_dependencies>, 200, "issueListIssueDependencies",   "List what an issue waits for"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/dependencies", scope::issue, links_issue,     handle<add_dependency>,    201, "issueCreateIssueDependencies", "Let an issue wait for another", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/dependencies", scope::issue, links_issue,     handle<remove_dependency>, 201, "issueRemoveIssueDependencies", "Let an issue wait for another no longer", {422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/blocks",       scope::issue, reads_dependent, handle<list_blocks>,       200, "issueListBlocks",              "List what waits for an issue"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/blocks",       scope::issue, blocks_issue,    handle<add_block>,         201, "issueCreateIssueBlocking",     "Let another issue wait for this one", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/blocks",       scope::issue, blocks_issue,    handle<remove_block>,      201, "issueRemoveIssueBlocking",     "Let another issue wait for this one no longer", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table dependency_table{"issue", operations};

} // namespace cairn::issues
