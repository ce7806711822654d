#include "transport/push_create.hpp"

#include "access/organizations.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "repositories/create.hpp"

namespace cairn::transport {

Result<void> check_push_creates(const api::Call& call, const accounts::Account& owner, std::string_view name)
{
    const auto& settings = call.settings().repository;
    const bool of_person = owner.kind != accounts::AccountKind::organization;
    const bool may = of_person ? settings.enable_push_create_user && (owner.id == call.caller.id || call.caller.admin)
                               : settings.enable_push_create_org
            && (call.caller.admin
                || access::may_create_repository(call.db(), access::Viewer::of(call.caller), owner.id));
    if (!may || call.caller.public_only() || call.caller.limited)
        return fail(Errc::forbidden, "there is no such repository, and a push does not make it");
    return repositories::check_repository_name(name);
}

Result<repositories::StoredRepository> create_for_push(const api::Site& site, const accounts::Account& owner,
                                                       const accounts::Account& pusher, const std::string& name)
{
    return repositories::create_repository(
        site, owner, pusher, {.name = name, .private_ = site.settings.repository.default_push_create_private});
}

} // namespace cairn::transport
