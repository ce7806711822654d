#include "webhooks/payload_context.hpp"

#include "accounts/user.hpp"
#include "accounts/virtual_accounts.hpp"
#include "repositories/show.hpp"

namespace cairn::webhooks {

using accounts::Account;

namespace {

std::shared_ptr<const Account> account_or_ghost(db::Queries& db, std::int64_t id)
{
    if (const auto* known = accounts::find_virtual_account(id)) return std::make_shared<Account>(*known);
    if (auto found = accounts::find_account(db, id)) return std::make_shared<Account>(std::move(*found));
    return std::make_shared<Account>(accounts::ghost());
}

} // namespace

PayloadContext::PayloadContext(db::Transaction& tx, const config::Settings& settings,
                               repositories::RepositoryContext place, std::shared_ptr<const Account> actor)
    : tx_(tx), settings_(settings), place_(std::move(place)), actor_(std::move(actor))
{
    // What the actor may see of themselves goes to others here. Whoever hides their address must not lose it so.
    viewer_.account = actor_->keep_email_private ? std::make_shared<Account>(accounts::ghost()) : actor_;
    viewer_.id = accounts::account_of(viewer_).id;
}

std::optional<PayloadContext> PayloadContext::find(db::Transaction& tx, const config::Settings& settings,
                                                   std::int64_t repository_id, std::int64_t actor_id)
{
    auto repository = repositories::find_repository(tx, repository_id);
    auto owner = repository ? accounts::find_account(tx, repository->owner_id) : std::nullopt;
    if (!owner) return {};
    const access::Access all(access::Levels::everywhere(access::Level::owner), repository->enabled());
    return PayloadContext(tx, settings, {std::move(*repository), std::move(*owner), all},
                          account_or_ghost(tx, actor_id));
}

Json PayloadContext::repository(const access::Access& rights) const
{
    return json_of(repositories::show_repository(view(), place_.repository, place_.owner, rights));
}

Json PayloadContext::new_repository() const
{
    auto shown = repositories::show_repository(view(), place_.repository, place_.owner, place_.access);
    shown.watchers_count = 0;
    return json_of(shown);
}

Json PayloadContext::sender() const { return json_of(accounts::show_user_plainly(*actor_, false, settings_)); }

Json PayloadContext::owner() const { return json_of(accounts::show_user_plainly(place_.owner, false, settings_)); }

} // namespace cairn::webhooks
