#include "transport/push_create.hpp"

#include "access/organizations.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "repositories/lifecycle/create.hpp"

namespace cairn::transport {

Result<void> check_push_creates(const api::Site& site, const Visitor& visitor, const accounts::Account& owner,
                                std::string_view name)
{
    const auto& settings = site.settings().repository;
    const auto& viewer = visitor.viewer;
    const bool of_person = owner.kind != accounts::AccountKind::organization;
    const bool may = of_person
        ? settings.enable_push_create_user && (owner.id == viewer.id || viewer.admin)
        : settings.enable_push_create_org && (viewer.admin || access::may_create_repository(site.db, viewer, owner.id));
    if (!may || visitor.scopes.public_only() || visitor.limited)
        return fail(Errc::forbidden, "there is no such repository, and a push does not make it");
    return repositories::check_repository_name(name);
}

Result<repositories::StoredRepository> create_for_push(const api::Site& site, const accounts::Account& owner,
                                                       const accounts::Account& pusher, const std::string& name)
{
    return repositories::create_repository(
        site, owner, pusher, {.name = name, .private_ = site.settings().repository.default_push_create_private});
}

} // namespace cairn::transport
