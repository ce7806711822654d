#include "packages/guards.hpp"

#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::packages {

using api::Call;

Result<void> check_offered(const Call& call)
{
    if (!call.settings().packages.enabled) return not_found("packages");
    return {};
}

Result<OwnerContext> find_owner(Call& call, Need need)
{
    TRY(check_offered(call));
    OwnerContext at{.owner = TRY(accounts::account_at(call, "owner")), .viewer = access::Viewer::of(call.caller)};
    const auto level = access::level_in_packages(call.db(), at.viewer,
                                                 {.id = at.owner.id,
                                                  .organization = at.owner.kind == accounts::AccountKind::organization,
                                                  .visibility = at.owner.visibility});
    if (level >= (need == Need::write ? access::Level::write : access::Level::read)) return at;
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in first");
    return fail(Errc::forbidden,
                need == Need::write ? "you may not change packages of this owner"
                                    : "you may not read packages of this owner");
}

Result<OwnerContext> find_owner_signed_in(Call& call, Need need)
{
    TRY(check_offered(call));
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in first");
    return find_owner(call, need);
}

Result<StoredPackage> find_package(const Call& call, const OwnerContext& at, std::string_view type,
                                   std::string_view name)
{
    auto package = find_package(call.db(), at.owner.id, type, name);
    if (!package || !access::opens_package(call.db(), at.viewer, package->repository_id))
        return not_found("the package");
    return std::move(*package);
}

} // namespace cairn::packages
