// Whether a repository has workflows at all, and what holds for all of them.
#include "config/settings.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "repositories/lifecycle/edit.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice actions_saved{"actions-saved", Phrase("The settings are saved.")};

struct ActionsGeneralForm {
    bool has_actions = false;
};
BOOST_DESCRIBE_STRUCT(ActionsGeneralForm, (), (has_actions))

struct ActionsGeneralView {
    PageHead head{};
    RepositoryPlace place;
    Navigation navigation{};
    bool offered = false; // by the site
    std::vector<std::string> folders{};
    std::int64_t log_days = 0;
    std::int64_t artifact_days = 0;
    Form<ActionsGeneralForm> form{};
};
BOOST_DESCRIBE_STRUCT(ActionsGeneralView, (),
                      (head, place, navigation, offered, folders, log_days, artifact_days, form))

Result<ActionsGeneralView> show(Call& call, const RepositoryContext& place, Form<ActionsGeneralForm> form)
{
    const auto& settings = call.settings().actions;
    form.begin_with({.has_actions = place.repository.enabled().has(access::Unit::actions)});
    return ActionsGeneralView{.place = repository_place(call, place, RepositoryTab::settings),
                              .navigation = repository_settings_navigation(call),
                              .offered = settings.enabled,
                              .folders = settings.workflow_dirs,
                              .log_days = settings.log_retention_days,
                              .artifact_days = settings.artifact_retention_days,
                              .form = std::move(form)};
}

Result<Done> save(Call& call, const RepositoryContext& place, Body<ActionsGeneralForm> form)
{
    repositories::EditRepoOption option;
    option.has_actions = form->has_actions;
    TRY(repositories::edit_repository(call, place, option));
    return done(repository_address(place) + "/settings/actions/general", actions_saved);
}

constexpr auto& page = shows<show, "actions/general", "repoGet repoEdit">;

// clang-format off
constexpr Operation general_operations[] = {
    {GET,  "/{owner}/{repo}/settings/actions/general", scope::none, repositories::administers_repository,      page,             200, "siteActionsGeneral", "Show whether a repository has workflows"},
    {POST, "/{owner}/{repo}/settings/actions/general", scope::none, repositories::administers_live_repository, does<save, page>, 303, "siteActionsSaved",   "Say whether a repository has workflows"},
};
// clang-format on
static_assert(well_formed(general_operations));

} // namespace

const Table general_page_table{"site", general_operations, Door::site, refuse_page};

} // namespace cairn::pages
