#include "projects/home.hpp"

#include "access/organization_units.hpp"
#include "db/database.hpp"

namespace cairn::projects {

using access::Unit;
using access::Viewer;
using api::Call;

Viewer Home::onlooker(const api::Caller& caller) const
{
    auto viewer = Viewer::of(caller);
    if (repository_id == 0 && !viewer.anonymous()) viewer.named_only = true;
    return viewer;
}

Result<Home> find_readable_repository(Call& call)
{
    const auto place = TRY(repositories::find_place(call));
    TRY(reads_projects(call, place));
    return Home{.repository_id = place.repository.id};
}

Result<Home> find_changeable_repository(Call& call)
{
    const auto place = TRY(repositories::find_place(call));
    TRY(changes_projects(call, place));
    return Home{.repository_id = place.repository.id};
}

Result<Home> find_readable_organization(Call& call)
{
    return Home{.owner_id = TRY(organizations::organization_at(call, "org")).id};
}

namespace {

Result<void> check_writes_in(const Call& call, std::int64_t organization_id)
{
    if (!access::writes_in_organization(call.db(), Viewer::of(call.caller), organization_id, Unit::projects))
        return not_found("what you may change of the organization's projects");
    return {};
}

} // namespace

Result<Home> find_changeable_organization(Call& call)
{
    TRY(accounts::check_signed_in(call));
    const auto home = TRY(find_readable_organization(call));
    TRY(check_writes_in(call, home.owner_id));
    return home;
}

Result<accounts::Account> find_account_with_boards(Call& call, std::string_view segment)
{
    auto account = TRY(accounts::account_at(call, segment));
    if (account.kind == accounts::AccountKind::organization) TRY(organizations::organization_at(call, segment));
    else TRY(accounts::check_sees_account(call, account));
    return account;
}

Result<void> check_changes_boards_of(Call& call, const accounts::Account& account)
{
    TRY(accounts::check_signed_in(call));
    if (account.kind == accounts::AccountKind::organization) return check_writes_in(call, account.id);
    if (account.id != call.caller.id) return not_found("what you may change of these projects");
    return {};
}

Result<Home> find_oneself(Call& call)
{
    TRY(accounts::check_oneself(call));
    return Home{.owner_id = call.caller.id};
}

Result<StoredProject> find_project(db::Queries& db, const Home& home, std::int64_t id)
{
    static constexpr auto at_home = issues::select_projects
        + " WHERE p.id = $1 AND COALESCE(p.repository_id, 0) = $2"
          " AND COALESCE(p.owner_id, 0) = $3";
    auto project = db.first<StoredProject>(at_home.text, id, home.repository_id, home.owner_id);
    if (!project) return not_found("the project");
    return std::move(*project);
}

Result<StoredProject> find_open_project(db::Queries& db, const Home& home, std::int64_t id)
{
    auto project = TRY(find_project(db, home, id));
    if (project.closed()) return fail(Errc::forbidden, "the project is closed");
    return project;
}

} // namespace cairn::projects
