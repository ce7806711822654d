// What is known of an issue, changed by forms: labels, assignees, milestone, boards (choose_page.hpp).
#include "base/text.hpp"
#include "issues/assignment.hpp"
#include "issues/boards/cards.hpp"
#include "issues/editing.hpp"
#include "issues/labels/labeling.hpp"
#include "pages/issue/choose_page.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::IssueContext;
using words::Phrase;

namespace {

const Notice facts_saved{"facts-saved", Phrase("Saved.")};
const Notice rivals_gone{"rival-labels-gone",
                         Phrase("Saved. An issue bears one label of such a scope: the other is taken off.")};

std::vector<std::int64_t> ids_of(const std::vector<std::string>& texts)
{
    std::vector<std::int64_t> ids;
    for (const auto& text : texts)
        if (const auto id = text::parse_integer(text, 1)) ids.push_back(*id);
    return ids;
}

Result<ChooseView> show_labels(Call& call, const IssueContext& at, Query<ChooseQuery> query, Form<FactForm> form)
{
    std::vector<std::int64_t> chosen;
    for (const auto& label : issues::labels_on(call.db(), at.issue)) chosen.push_back(label.id);
    return choose_view(call, at, "labels", Phrase("Labels"), query->q,
                       label_choices(call, at.place, query->q, choices_on_page, chosen), std::move(form));
}

Result<Done> set_labels(Call& call, const IssueContext& at, Body<FactForm> form)
{
    const auto change = change_of(form.value);
    const bool displaced = TRY(issues::relabel(call, at, ids_of(change.added), ids_of(change.removed)));
    return done(issue_address(at), displaced ? rivals_gone : facts_saved);
}

Result<ChooseView> show_assignees(Call& call, const IssueContext& at, Query<ChooseQuery> query, Form<FactForm> form)
{
    std::vector<std::string> chosen;
    const auto issue = issues::show_issue(call, at.place, at.issue);
    if (issue.assignees)
        for (const auto& assignee : *issue.assignees) chosen.push_back(assignee.login);
    auto view = choose_view(call, at, "assignees", Phrase("Assigned"), query->q,
                            assignee_choices(call, at.place, query->q, choices_on_page, chosen), std::move(form));
    view.takes_others = true;
    return view;
}

Result<Done> set_assignees(Call& call, const IssueContext& at, Body<FactForm> form)
{
    auto change = change_of(form.value);
    if (const auto other = text::trim(form->other); !other.empty()) change.added.emplace_back(other);
    if (!change.added.empty()) TRY(pages::at("other", issues::assign(call, at, {.assignees = change.added})));
    if (!change.removed.empty()) TRY(issues::unassign(call, at, {.assignees = change.removed}));
    return done(issue_address(at), facts_saved);
}

Result<ChooseView> show_milestone(Call& call, const IssueContext& at, Query<ChooseQuery> query, Form<FactForm> form)
{
    auto view = choose_view(call, at, "milestone", Phrase("Milestone"), query->q,
                            milestone_choices(call, at.place, query->q, choices_on_page, at.issue.milestone_id),
                            std::move(form));
    view.menu.several = false;
    return view;
}

Result<Done> set_milestone(Call& call, const IssueContext& at, Body<FactForm> form)
{
    const auto change = change_of(form.value);
    if (change.added.empty()) return done(issue_address(at));
    const auto id = text::parse_integer(change.added.front(), 0);
    if (!id) return fail(Errc::unprocessable, "there is no such milestone");
    issues::EditIssueOption option;
    option.milestone = id;
    TRY(issues::edit_issue(call, at, option));
    return done(issue_address(at), facts_saved);
}

std::vector<std::int64_t> boards_of(const Call& call, const IssueContext& at)
{
    std::vector<std::int64_t> ids;
    const auto issue = issues::show_issue(call, at.place, at.issue);
    if (issue.projects)
        for (const auto& project : *issue.projects) ids.push_back(project.id);
    return ids;
}

Result<ChooseView> show_projects(Call& call, const IssueContext& at, Query<ChooseQuery> query, Form<FactForm> form)
{
    return choose_view(call, at, "projects", Phrase("Projects"), query->q,
                       project_choices(call, at.place, query->q, choices_on_page, boards_of(call, at)),
                       std::move(form));
}

Result<Done> set_projects(Call& call, const IssueContext& at, Body<FactForm> form)
{
    const auto change = change_of(form.value);
    auto wanted = boards_of(call, at);
    for (const auto id : ids_of(change.removed)) std::erase(wanted, id);
    for (const auto id : ids_of(change.added)) wanted.push_back(id);
    issues::EditIssueOption option;
    option.projects = std::move(wanted);
    TRY(issues::edit_issue(call, at, option));
    return done(issue_address(at), facts_saved);
}

struct BoardPath {
    std::int64_t project = 0;
};
BOOST_DESCRIBE_STRUCT(BoardPath, (), (project))
constexpr auto notes(const BoardPath*) { return std::array{Note{"project", "the project's id"}}; }

struct BoardColumnForm {
    std::int64_t column = 0;
};
BOOST_DESCRIBE_STRUCT(BoardColumnForm, (), (column))
constexpr auto notes(const BoardColumnForm*) { return std::array{Note{.member = "column", .required = true}}; }

Result<Done> set_column(Call& call, const IssueContext& at, Path<BoardPath> path, Body<BoardColumnForm> form)
{
    TRY(issues::move_to_column(call, at, path->project, form->column));
    return done(issue_address(at), facts_saved);
}

constexpr auto& labels_page = shows<show_labels, "issue/choose", "issueListLabels issueGetLabels issueReplaceLabels">;
constexpr auto& assignees_page = shows<show_assignees, "issue/choose", "repoGetAssignees issueAddAssignees">;
constexpr auto& milestone_page = shows<show_milestone, "issue/choose", "issueGetMilestonesList issueEditIssue">;
constexpr auto& projects_page = shows<show_projects, "issue/choose", "repoListProjects issueEditIssue">;

// clang-format off
constexpr Operation fact_operations[] = {
    {GET,  "/{owner}/{repo}/issues/{index}/labels",    scope::none, writes_live_issue, labels_page,                         200, "siteIssueLabels",    "Show the labels that an issue can be given"},
    {POST, "/{owner}/{repo}/issues/{index}/labels",    scope::none, writes_live_issue, does<set_labels, labels_page>,       303, "siteSetLabels",      "Change the labels of an issue"},
    {GET,  "/{owner}/{repo}/issues/{index}/assignees", scope::none, writes_live_issue, assignees_page,                      200, "siteIssueAssignees", "Show who can be assigned to an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/assignees", scope::none, writes_live_issue, does<set_assignees, assignees_page>, 303, "siteSetAssignees",   "Change who is assigned to an issue"},
    {GET,  "/{owner}/{repo}/issues/{index}/milestone", scope::none, writes_live_issue, milestone_page,                      200, "siteIssueMilestone", "Show the milestones that an issue can be added to"},
    {POST, "/{owner}/{repo}/issues/{index}/milestone", scope::none, writes_live_issue, does<set_milestone, milestone_page>, 303, "siteSetMilestone",   "Change the milestone of an issue"},
    {GET,  "/{owner}/{repo}/issues/{index}/projects",  scope::none, writes_live_issue, projects_page,                       200, "siteIssueProjects",  "Show the boards that an issue can be put on"},
    {POST, "/{owner}/{repo}/issues/{index}/projects",  scope::none, writes_live_issue, does<set_projects, projects_page>,   303, "siteSetProjects",    "Change the boards that an issue is on"},
    {POST, "/{owner}/{repo}/issues/{index}/projects/{project}", scope::none, writes_live_issue, does<set_column>,      303, "siteSetColumn",      "Move an issue to another column of a board"},
};
// clang-format on
static_assert(well_formed(fact_operations));

} // namespace

const Table fact_forms_table{"site", fact_operations, Door::site, refuse_page};

} // namespace cairn::pages
