#include "projects/home.hpp"

#include "access/organization_units.hpp"
#include "db/database.hpp"

namespace cairn::projects {

using access::Unit;
using access::Viewer;
using api::Call;
namespace question = repositories::question;

Viewer Home::onlooker(const api::Caller& caller) const
{
    auto viewer = Viewer::of(caller);
    if (repository_id == 0 && !viewer.anonymous()) viewer.named_only = true;
    return viewer;
}

Result<Home> find_readable_repository(Call& call)
{
    const auto place = TRY(repositories::find_place(call));
    TRY(question::reads_openly<Unit::projects>(call, place));
    return Home{.repository_id = place.repository.id};
}

Result<Home> find_changeable_repository(Call& call)
{
    const auto place = TRY(repositories::find_place(call));
    TRY(question::writes_unit<Unit::projects>(call, place));
    TRY(question::not_archived(call, place));
    return Home{.repository_id = place.repository.id};
}

Result<Home> find_readable_organization(Call& call)
{
    return Home{.owner_id = TRY(organizations::organization_at(call, "org")).id};
}

Result<Home> find_changeable_organization(Call& call)
{
    TRY(accounts::check_signed_in(call));
    const auto home = TRY(find_readable_organization(call));
    if (!access::writes_in_organization(call.db(), Viewer::of(call.caller), home.owner_id, Unit::projects))
        return not_found("what you may change of the organization's projects");
    return home;
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
