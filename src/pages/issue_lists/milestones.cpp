// The milestones of a repository: the list, and keeping them.
#include "issues/guards.hpp"
#include "issues/issue_guards.hpp"
#include "issues/labels/milestone_editing.hpp"
#include "pages/issue_lists/shown_milestone.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::StoredMilestone;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice milestone_created{"milestone-created", Phrase("The milestone is created.")};
const Notice milestone_saved{"milestone-saved", Phrase("The milestone is saved.")};
const Notice milestone_closed{"milestone-closed", Phrase("The milestone is closed.")};
const Notice milestone_reopened{"milestone-reopened", Phrase("The milestone is open again.")};
const Notice milestone_deleted{"milestone-deleted", Phrase("The milestone is deleted.")};

struct MilestonesView {
    PageHead head{};
    RepositoryPlace place;
    std::string q{};
    std::string sort{};
    std::string state{};
    MilestoneLinks links{};
    std::vector<ShownMilestone> milestones{};
    Pager pager{};
    bool may_change = false;
};
BOOST_DESCRIBE_STRUCT(MilestonesView, (), (head, place, q, sort, state, links, milestones, pager, may_change))

struct MilestoneFormView {
    PageHead head{};
    RepositoryPlace place;
    ShownMilestone milestone{}; // without an id: a new one
    Form<MilestoneForm> form{};
};
BOOST_DESCRIBE_STRUCT(MilestoneFormView, (), (head, place, milestone, form))

struct IdPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(IdPath, (), (id))
constexpr auto notes(const IdPath*) { return std::array{Note{"id", "the milestone's id"}}; }

std::string list_address(const RepositoryContext& place) { return repository_address(place) + "/milestones"; }

RepositoryTab tab_of(const RepositoryContext& place)
{
    return place.access.reads(access::Unit::issues) ? RepositoryTab::issues : RepositoryTab::pulls;
}

Result<StoredMilestone> find(const Call& call, const RepositoryContext& place, std::int64_t id)
{
    auto found = issues::find_milestone(call.db(), place.repository.id, id);
    if (!found) return not_found("the milestone");
    return std::move(*found);
}

Result<MilestonesView> show(Call& call, const RepositoryContext& place, Query<MilestoneQuery> query)
{
    const auto wanted = search_of(query.value);
    const auto found = issues::find_milestones(call, {.repository_id = place.repository.id}, wanted);
    MilestonesView view{.head = {.values = {{"state", wanted.closed ? "closed" : "open"}}},
                        .place = repository_place(call, place, tab_of(place)),
                        .q = query->q,
                        .sort = query->sort,
                        .state = wanted.closed ? "closed" : "open",
                        .links = milestone_links(call, query.value, list_address(place), found),
                        .pager = pager(call, query.value, found.page.total)};
    for (const auto& milestone : found.page.items)
        view.milestones.push_back(show_milestone(milestone, repository_address(place)));
    view.may_change = !call.caller.anonymous() && !place.repository.archived()
        && issues::check_writes_issues_or_pulls(call, place).has_value();
    return view;
}

Result<MilestoneFormView> show_new(Call& call, const RepositoryContext& place, Form<MilestoneForm> form)
{
    return MilestoneFormView{.place = repository_place(call, place, tab_of(place)), .form = std::move(form)};
}

Result<Done> create(Call& call, const RepositoryContext& place, Body<MilestoneForm> form)
{
    const auto end = TRY(end_of_written_day(form->due));
    const auto made = issues::create_milestone(call, place,
                                               {.title = form->title,
                                                .description = form->description,
                                                .due_on = end.empty() ? std::nullopt : parse_rfc3339(end)});
    return done(repository_address(place) + "/milestone/" + std::to_string(made.id), milestone_created);
}

Result<MilestoneFormView> show_one(Call& call, const RepositoryContext& place, Path<IdPath> path,
                                   Form<MilestoneForm> form)
{
    const auto milestone = TRY(find(call, place, path->id));
    form.begin_with({.title = milestone.title,
                     .description = milestone.description,
                     .due = milestone.due_at.seconds != 0 ? to_rfc3339(milestone.due_at).substr(0, 10) : ""});
    return MilestoneFormView{.place = repository_place(call, place, tab_of(place)),
                             .milestone = show_milestone(milestone, repository_address(place)),
                             .form = std::move(form)};
}

Result<Done> edit(Call& call, const RepositoryContext& place, Path<IdPath> path, Body<MilestoneForm> form)
{
    const auto milestone = TRY(find(call, place, path->id));
    auto end = TRY(end_of_written_day(form->due));
    issues::EditMilestoneOption option{.title = form->title, .description = form->description};
    if (!end.empty()) option.due_on = std::move(end);
    TRY(issues::edit_milestone(call, place, std::to_string(milestone.id), option));
    return done(repository_address(place) + "/milestone/" + std::to_string(milestone.id), milestone_saved);
}

// When it is due stays as it is.
Result<Done> set_state(Call& call, const RepositoryContext& place, std::int64_t id, bool closed)
{
    const auto milestone = TRY(find(call, place, id));
    issues::EditMilestoneOption option{.state = closed ? "closed" : "open"};
    if (milestone.due_at.seconds != 0) option.due_on = to_rfc3339(milestone.due_at);
    TRY(issues::edit_milestone(call, place, std::to_string(milestone.id), option));
    return done(repository_address(place) + "/milestone/" + std::to_string(milestone.id),
                closed ? milestone_closed : milestone_reopened);
}

Result<Done> close(Call& call, const RepositoryContext& place, Path<IdPath> path)
{
    return set_state(call, place, path->id, true);
}
Result<Done> reopen(Call& call, const RepositoryContext& place, Path<IdPath> path)
{
    return set_state(call, place, path->id, false);
}

Result<Done> remove(Call& call, const RepositoryContext& place, Path<IdPath> path)
{
    const auto milestone = TRY(find(call, place, path->id));
    TRY(issues::delete_milestone(call, place, std::to_string(milestone.id)));
    return done(list_address(place), milestone_deleted);
}

Result<void> keeps_milestones(const Call& call, const RepositoryContext& place)
{
    TRY(issues::check_writes_issues_or_pulls(call, place));
    return repositories::question::not_archived(call, place);
}

constexpr Guard changes_milestones = repositories::repository_guard<keeps_milestones>(
    "writes issues or pull requests of a live repository", {401, 403, 404, 423});
constexpr Guard reads_milestones = issues::reads_tracker;

constexpr auto& list_page = shows<show, "issue_lists/milestones", "issueGetMilestonesList issueCreateMilestone">;
constexpr auto& new_page = shows<show_new, "issue_lists/milestone_form", "issueGetMilestonesList issueCreateMilestone">;
constexpr auto& edit_page = shows<show_one, "issue_lists/milestone_form", "issueGetMilestone issueEditMilestone">;
constexpr auto& delete_page = shows<show_one, "issue_lists/delete_milestone", "issueGetMilestone issueDeleteMilestone">;

// clang-format off
constexpr Operation milestone_operations[] = {
    {GET,  "/{owner}/{repo}/milestones",             scope::none, reads_milestones,   list_page,              200, "siteMilestones",       "Show the milestones"},
    {GET,  "/{owner}/{repo}/milestones/new",         scope::none, changes_milestones, new_page,               200, "siteNewMilestone",     "Ask for a new milestone"},
    {POST, "/{owner}/{repo}/milestones/new",         scope::none, changes_milestones, does<create, new_page>, 303, "siteMilestoneCreated", "Create a milestone"},
    {GET,  "/{owner}/{repo}/milestones/{id}/edit",   scope::none, changes_milestones, edit_page,              200, "siteEditMilestone",    "Ask what a milestone shall be"},
    {POST, "/{owner}/{repo}/milestones/{id}/edit",   scope::none, changes_milestones, does<edit, edit_page>,  303, "siteMilestoneEdited",  "Change a milestone"},
    {POST, "/{owner}/{repo}/milestones/{id}/close",  scope::none, changes_milestones, does<close>,            303, "siteCloseMilestone",   "Close a milestone"},
    {POST, "/{owner}/{repo}/milestones/{id}/reopen", scope::none, changes_milestones, does<reopen>,           303, "siteReopenMilestone",  "Open a milestone again"},
    {GET,  "/{owner}/{repo}/milestones/{id}/delete", scope::none, changes_milestones, delete_page,            200, "siteDeleteMilestone",  "Ask whether to delete a milestone"},
    {POST, "/{owner}/{repo}/milestones/{id}/delete", scope::none, changes_milestones, does<remove>,           303, "siteMilestoneDeleted", "Delete a milestone"},
};
// clang-format on
static_assert(well_formed(milestone_operations));

} // namespace

const Table milestone_pages_table{"site", milestone_operations, Door::site, refuse_page};

} // namespace cairn::pages
