// The milestones of repositories.
#include "accounts/user_search.hpp"
#include "api/view.hpp"
#include "db/composition.hpp"
#include "issues/guards.hpp"
#include "issues/labels/milestone.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using db::bound;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr std::string_view title_doc = "what it is called; others may be called the same";

struct ListMilestones : Paging {
    std::string state;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ListMilestones, (Paging), (state, name))
constexpr auto notes(const ListMilestones*)
{
    return std::array{Note{"state", "open, closed or all; open unless said otherwise"},
                      Note{"name", "a part of the title, in any case"}};
}

struct MilestonePath {
    std::string id;
};
BOOST_DESCRIBE_STRUCT(MilestonePath, (), (id))
constexpr auto notes(const MilestonePath*) { return std::array{Note{"id", "the milestone's id or its title"}}; }

struct CreateMilestoneOption {
    std::string title;
    std::string description;
    std::optional<Time> due_on;
    std::string state;
};
BOOST_DESCRIBE_STRUCT(CreateMilestoneOption, (), (title, description, due_on, state))
constexpr auto notes(const CreateMilestoneOption*)
{
    return std::array{Note{.member = "title", .doc = title_doc, .max_length = 255},
                      Note{"state", "closed for one that is reached already"}};
}

// The day is taken as it is written, whatever the zone that stands behind it: so the date is kept as text.
struct EditMilestoneOption {
    std::string title;
    std::optional<std::string> description;
    std::optional<std::string> state;
    std::optional<std::string> due_on;
};
BOOST_DESCRIBE_STRUCT(EditMilestoneOption, (), (title, description, state, due_on))
constexpr auto notes(const EditMilestoneOption*)
{
    return std::array{
        Note{.member = "title", .doc = "an empty one changes nothing", .max_length = 255},
        Note{"state", "closed closes it, anything else opens it"},
        Note{.member = "due_on",
             .doc = "it is due at the end of this day; without it, at no time",
             .format = "date-time"},
    };
}

Result<Time> end_of_day(const std::string& written)
{
    const auto refuse = [] { return fail(Errc::unprocessable, "[due_on]: is no time as in RFC 3339"); };
    if (!parse_rfc3339(written)) return refuse();
    const auto end = parse_rfc3339(written.substr(0, 10) + "T23:59:59Z");
    if (!end) return refuse();
    return *end;
}

Result<Unlinked<Milestone>> list(const View& view, const RepositoryContext& place, Query<ListMilestones> query)
{
    db::Composition wanted("SELECT * FROM milestone WHERE repository_id = ");
    wanted << bound(place.repository.id);
    if (query->state == "closed") wanted << " AND closed_at <> 0";
    else if (query->state != "all") wanted << " AND closed_at = 0";
    if (!query->name.empty())
        wanted << " AND folded(title) LIKE " << bound(accounts::SearchPatterns(query->name).exact) << " ESCAPE '\\'";
    wanted << " ORDER BY due_at, title, id";
    const auto found = view.db().page<StoredMilestone>(query.value, wanted);
    Unlinked<Milestone> shown{{.items = {}, .total = found.total}};
    for (const auto& milestone : found.items) shown.page.items.push_back(show_milestone(milestone));
    return shown;
}

Result<Milestone> get(Call& call, const RepositoryContext& place, Path<MilestonePath> path)
{
    const auto found = find_milestone(call.db(), place.repository.id, path->id);
    if (!found) return not_found("the milestone");
    return show_milestone(*found);
}

Result<Milestone> create(Call& call, const RepositoryContext& place, Body<CreateMilestoneOption> body)
{
    const auto now = Time::now();
    return show_milestone(call.db().write([&](db::Transaction& tx) {
        return tx.one<StoredMilestone>(
            "INSERT INTO milestone (repository_id, title, description, due_at, closed_at, created_at, updated_at)"
            " VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING *",
            place.repository.id, body->title, body->description, body->due_on.value_or(Time{}),
            body->state == "closed" ? now : Time{}, now);
    }));
}

Result<Milestone> edit(Call& call, const RepositoryContext& place, Path<MilestonePath> path,
                       Body<EditMilestoneOption> body)
{
    const auto due_at = body->due_on ? TRY(end_of_day(*body->due_on)) : Time{};
    return call.db().write([&](db::Transaction& tx) -> Result<Milestone> {
        auto milestone = find_milestone(tx, place.repository.id, path->id);
        if (!milestone) return not_found("the milestone");
        const auto now = Time::now();
        if (!body->title.empty()) milestone->title = body->title;
        if (body->description) milestone->description = *body->description;
        if (body->state && *body->state != "closed") milestone->closed_at = {};
        else if (body->state && milestone->closed_at.seconds == 0) milestone->closed_at = now;
        return show_milestone(tx.one<StoredMilestone>(
            "UPDATE milestone SET title = $2, description = $3, due_at = $4, closed_at = $5, updated_at = $6"
            " WHERE id = $1 RETURNING *",
            milestone->id, milestone->title, milestone->description, due_at, milestone->closed_at, now));
    });
}

Result<> remove(Call& call, const RepositoryContext& place, Path<MilestonePath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto milestone = find_milestone(tx, place.repository.id, path->id);
        if (!milestone) return not_found("the milestone");
        // In this order, so that nothing is counted in what is going.
        tx.run("DELETE FROM milestone WHERE id = $1", milestone->id);
        tx.run("UPDATE issue SET milestone_id = 0 WHERE milestone_id = $1 AND milestone_id <> 0", milestone->id);
        return {};
    });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/milestones",      scope::issue, repositories::sees_repository, cached<list>,   200, "issueGetMilestonesList", "List the milestones of a repository"},
    {POST,   "/repos/{owner}/{repo}/milestones",      scope::issue, writes_issues_or_pulls,        handle<create>, 201, "issueCreateMilestone",   "Make a milestone"},
    {GET,    "/repos/{owner}/{repo}/milestones/{id}", scope::issue, repositories::sees_repository, quick<get>,     200, "issueGetMilestone",      "Get a milestone"},
    {PATCH,  "/repos/{owner}/{repo}/milestones/{id}", scope::issue, writes_issues_or_pulls,        handle<edit>,   200, "issueEditMilestone",     "Change a milestone"},
    {DELETE, "/repos/{owner}/{repo}/milestones/{id}", scope::issue, writes_issues_or_pulls,        handle<remove>, 204, "issueDeleteMilestone",   "Delete a milestone, and take it off its issues"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table milestone_table{"issue", operations};

} // namespace cairn::issues
