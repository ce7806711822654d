#include "pages/projects/project_home.hpp"

#include "access/organizations.hpp"
#include "api/view.hpp"
#include "http/url.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using accounts::AccountKind;
using api::Call;
using repositories::RepositoryContext;

namespace {

void load_repository(Call& call, RepositoryContext place)
{
    const bool may_change = !call.caller.anonymous() && projects::changes_projects(call, place).has_value();
    call.load(ProjectHome{.repository = std::move(place), .may_change = may_change});
}

OwnerPlace owner_place(const Call& call, const accounts::Account& owner)
{
    constexpr std::string_view tab = "/{}/-/projects";
    if (owner.kind != AccountKind::organization) return person_place(call, owner, tab);
    const auto standing = access::standing_in(call.db(), owner.id, call.caller.id);
    const bool admin = !call.caller.anonymous() && accounts::account_of(call.caller).is_admin;
    return organization_place(call, owner,
                              {.member = admin || standing != access::Standing::stranger,
                               .owner = admin || standing == access::Standing::owner},
                              tab);
}

} // namespace

projects::Home ProjectHome::home() const
{
    if (repository) return {.repository_id = repository->repository.id};
    return {.owner_id = owner->id};
}

std::string ProjectHome::base() const
{
    if (repository) return repository_address(*repository) + "/projects";
    return "/" + http::encode_path_segment(owner->name) + "/-/projects";
}

std::string ProjectHome::board(std::int64_t project_id) const { return base() + "/" + std::to_string(project_id); }

Result<void> check_reads_repository_boards(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(projects::reads_projects(call, place));
    load_repository(call, std::move(place));
    return {};
}

Result<void> check_changes_repository_boards(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(projects::changes_projects(call, place));
    load_repository(call, std::move(place));
    return {};
}

Result<void> check_reads_owner_boards(Call& call)
{
    auto owner = TRY(projects::find_account_with_boards(call, "owner"));
    const bool may_change = !call.caller.anonymous() && projects::check_changes_boards_of(call, owner).has_value();
    call.load(ProjectHome{.owner = std::move(owner), .may_change = may_change});
    return {};
}

Result<void> check_changes_owner_boards(Call& call)
{
    auto owner = TRY(projects::find_account_with_boards(call, "owner"));
    TRY(projects::check_changes_boards_of(call, owner));
    call.load(ProjectHome{.owner = std::move(owner), .may_change = true});
    return {};
}

ProjectPlace project_place(const Call& call, const ProjectHome& at)
{
    ProjectPlace place{.name = {}, .base = at.base(), .may_change = at.may_change};
    if (at.repository) {
        place.repository = repository_place(call, *at.repository, RepositoryTab::projects);
        place.name = at.repository->owner.name + "/" + at.repository->repository.name;
    } else {
        place.owner = owner_place(call, *at.owner);
        place.name = at.owner->name;
    }
    return place;
}

PageHead project_head(const ProjectHome& at)
{
    PageHead head;
    if (at.owner) head.values.emplace(at.owner->kind == AccountKind::organization ? "org" : "username", at.owner->name);
    return head;
}

} // namespace cairn::pages
