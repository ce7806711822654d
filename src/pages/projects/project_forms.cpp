// Making, changing, closing and deleting projects.
#include "pages/page.hpp"
#include "pages/projects/project_home.hpp"
#include "pages/projects/shown_project.hpp"
#include "pages/projects/tables.hpp"
#include "projects/project_editing.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CardType;
using issues::MilestoneState;
using issues::TemplateType;
using projects::ProjectPath;
using words::Phrase;

namespace {

const Notice project_created{"project-created", Phrase("The project is created.")};
const Notice project_saved{"project-saved", Phrase("The project is saved.")};
const Notice project_closed{"project-closed", Phrase("The project is closed.")};
const Notice project_reopened{"project-reopened", Phrase("The project is open again.")};
const Notice project_deleted{"project-deleted", Phrase("The project is deleted.")};

struct ProjectForm {
    std::string title;
    std::string description;
    TemplateType template_type = TemplateType::basic_kanban;
    CardType card_type = CardType::text_only;
};
BOOST_DESCRIBE_STRUCT(ProjectForm, (), (title, description, template_type, card_type))
constexpr auto notes(const ProjectForm*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 255},
                      Note{.member = "description", .max_length = 60000}};
}

struct ProjectFormView {
    PageHead head{};
    ProjectPlace place;
    std::optional<ShownProject> project{}; // a new one has none
    Form<ProjectForm> form{};
};
BOOST_DESCRIBE_STRUCT(ProjectFormView, (), (head, place, project, form))

struct DeleteProjectView {
    PageHead head{};
    ProjectPlace place;
    ShownProject project;
};
BOOST_DESCRIBE_STRUCT(DeleteProjectView, (), (head, place, project))

Result<ProjectFormView> show_new(Call& call, const ProjectHome& at, Form<ProjectForm> form)
{
    form.begin_with({});
    return ProjectFormView{.head = project_head(at), .place = project_place(call, at), .form = std::move(form)};
}

Result<Done> create(Call& call, const ProjectHome& at, Body<ProjectForm> form)
{
    const auto made = TRY(projects::create_project(call, at.home(),
                                                   {.title = form->title,
                                                    .description = form->description,
                                                    .template_type = form->template_type,
                                                    .card_type = form->card_type}));
    return done(at.board(made.id), project_created);
}

Result<ProjectFormView> show_edit(Call& call, const ProjectHome& at, Path<ProjectPath> path, Form<ProjectForm> form)
{
    const auto project = TRY(projects::find_project(call.db(), at.home(), path->id));
    form.begin_with({.title = project.title,
                     .description = project.description,
                     .template_type = project.template_type,
                     .card_type = project.card_type});
    return ProjectFormView{.head = project_head(at),
                           .place = project_place(call, at),
                           .project = show_project(at, project),
                           .form = std::move(form)};
}

Result<Done> edit(Call& call, const ProjectHome& at, Path<ProjectPath> path, Body<ProjectForm> form)
{
    TRY(projects::edit_project(
        call, at.home(), path->id,
        {.title = form->title, .description = form->description, .card_type = form->card_type, .state = {}}));
    return done(at.board(path->id), project_saved);
}

template <MilestoneState state> Result<Done> set_state(Call& call, const ProjectHome& at, Path<ProjectPath> path)
{
    projects::EditProjectOption option;
    option.state = state;
    TRY(projects::edit_project(call, at.home(), path->id, option));
    return done(at.board(path->id), state == MilestoneState::closed ? project_closed : project_reopened);
}

Result<DeleteProjectView> show_delete(Call& call, const ProjectHome& at, Path<ProjectPath> path)
{
    const auto project = TRY(projects::find_project(call.db(), at.home(), path->id));
    return DeleteProjectView{.head = project_head(at),
                             .place = project_place(call, at),
                             .project = std::move(show_projects(call, at, {&project, 1}).front())};
}

Result<Done> remove(Call& call, const ProjectHome& at, Path<ProjectPath> path)
{
    TRY(projects::delete_project(call, at.home(), path->id));
    return done(at.base(), project_deleted);
}

constexpr auto& close = does<set_state<MilestoneState::closed>>;
constexpr auto& reopen = does<set_state<MilestoneState::open>>;
constexpr auto& new_page = shows<show_new, "projects/project_form", "repoListProjects repoCreateProject">;
constexpr auto& edit_page = shows<show_edit, "projects/project_form", "repoGetProject repoEditProject">;
constexpr auto& delete_page = shows<show_delete, "projects/delete_project", "repoGetProject repoDeleteProject">;
constexpr auto& owner_new_page =
    shows<show_new, "projects/project_form", "userListProjects orgListProjects orgCreateProject">;
constexpr auto& owner_edit_page =
    shows<show_edit, "projects/project_form", "userListProjects orgGetProject orgEditProject">;
constexpr auto& owner_delete_page =
    shows<show_delete, "projects/delete_project", "userListProjects orgGetProject orgDeleteProject">;

// clang-format off
constexpr Operation form_operations[] = {
    {GET,  "/{owner}/{repo}/projects/new",         scope::none, changes_repository_boards, new_page,                     200, "siteNewProject",          "Ask for a new project of a repository"},
    {POST, "/{owner}/{repo}/projects/new",         scope::none, changes_repository_boards, does<create, new_page>,       303, "siteProjectCreated",      "Create a project of a repository"},
    {GET,  "/{owner}/{repo}/projects/{id}/edit",   scope::none, changes_repository_boards, edit_page,                    200, "siteEditProject",         "Ask what a project of a repository shall be"},
    {POST, "/{owner}/{repo}/projects/{id}/edit",   scope::none, changes_repository_boards, does<edit, edit_page>,        303, "siteProjectEdited",       "Change a project of a repository"},
    {POST, "/{owner}/{repo}/projects/{id}/close",  scope::none, changes_repository_boards, close,                        303, "siteCloseProject",        "Close a project of a repository"},
    {POST, "/{owner}/{repo}/projects/{id}/open",   scope::none, changes_repository_boards, reopen,                       303, "siteReopenProject",       "Open a project of a repository again"},
    {GET,  "/{owner}/{repo}/projects/{id}/delete", scope::none, changes_repository_boards, delete_page,                  200, "siteDeleteProject",       "Ask whether to delete a project of a repository"},
    {POST, "/{owner}/{repo}/projects/{id}/delete", scope::none, changes_repository_boards, does<remove>,                 303, "siteProjectDeleted",      "Delete a project of a repository"},
    {GET,  "/{owner}/-/projects/new",              scope::none, changes_owner_boards,      owner_new_page,               200, "siteNewOwnerProject",     "Ask for a new project of an account"},
    {POST, "/{owner}/-/projects/new",              scope::none, changes_owner_boards,      does<create, owner_new_page>, 303, "siteOwnerProjectCreated", "Create a project of an account"},
    {GET,  "/{owner}/-/projects/{id}/edit",        scope::none, changes_owner_boards,      owner_edit_page,              200, "siteEditOwnerProject",    "Ask what a project of an account shall be"},
    {POST, "/{owner}/-/projects/{id}/edit",        scope::none, changes_owner_boards,      does<edit, owner_edit_page>,  303, "siteOwnerProjectEdited",  "Change a project of an account"},
    {POST, "/{owner}/-/projects/{id}/close",       scope::none, changes_owner_boards,      close,                        303, "siteCloseOwnerProject",   "Close a project of an account"},
    {POST, "/{owner}/-/projects/{id}/open",        scope::none, changes_owner_boards,      reopen,                       303, "siteReopenOwnerProject",  "Open a project of an account again"},
    {GET,  "/{owner}/-/projects/{id}/delete",      scope::none, changes_owner_boards,      owner_delete_page,            200, "siteDeleteOwnerProject",  "Ask whether to delete a project of an account"},
    {POST, "/{owner}/-/projects/{id}/delete",      scope::none, changes_owner_boards,      does<remove>,                 303, "siteOwnerProjectDeleted", "Delete a project of an account"},
};
// clang-format on
static_assert(well_formed(form_operations));

} // namespace

const Table project_forms_table{"site", form_operations, Door::site, refuse_page};

} // namespace cairn::pages
