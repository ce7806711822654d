// What is told of packages, which belong to an owner and only sometimes to a repository.
#include "accounts/virtual_accounts.hpp"
#include "organizations/organization.hpp"
#include "packages/package.hpp"
#include "webhooks/delivery.hpp"
#include "webhooks/payload_context.hpp"
#include "webhooks/payloads.hpp"

namespace cairn::webhooks {

using accounts::Account;

void Payloads::tell(db::Transaction& tx, const events::PackageChanged& event) const
{
    const auto hooks = Audience(tx, event.owner_id, event.repository_id).wanting(EventKind::package);
    if (hooks.empty()) return;
    const auto version = packages::find_version(tx, event.version_id);
    if (!version) return;
    // As somebody sees it who has signed in and has no part in it: it goes to others.
    api::Caller viewer{.account = std::make_shared<Account>(accounts::ghost()), .id = accounts::ghost_id};
    const auto context = event.repository_id != 0
        ? PayloadContext::find(tx, settings_, event.repository_id, event.actor_id)
        : std::nullopt;
    const auto organization = organizations::find_organization(tx, event.owner_id);
    const auto actor = accounts::find_account(tx, event.actor_id);
    put(tx, hooks, {.event = "package", .repository_id = event.repository_id},
        PackagePayload{
            .action = event.act == events::PackageChanged::Act::created ? "created" : "deleted",
            .repository = context ? context->repository() : Json{},
            .package = json_of(packages::show_package({tx, settings_, viewer}, *version)),
            .organization =
                organization ? json_of(organizations::show_organization(*organization, viewer, settings_)) : Json{},
            .sender = json_of(accounts::show_user_plainly(actor ? *actor : accounts::ghost(), false, settings_))});
}

} // namespace cairn::webhooks
