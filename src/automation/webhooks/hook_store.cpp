#include "webhooks/hook_store.hpp"

#include "db/composition.hpp"

namespace cairn::webhooks {

namespace {

using db::bound;

void add_owner(db::Composition& wanted, const HookOwner& owner)
{
    if (owner.is_site()) wanted << " WHERE repository_id IS NULL AND account_id IS NULL";
    else if (owner.place == HookLevel::repository) wanted << " WHERE repository_id = " << bound(owner.repository_id);
    else wanted << " WHERE account_id = " << bound(owner.account_id);
}

StoredHook save_hook(db::Transaction& tx, const StoredHook& hook)
{
    return tx.one<StoredHook>(
        "UPDATE webhook SET name = $2, url = $3, content_type = $4, authorization_header = $5, events = $6,"
        " branch_filter = $7, channel = $8, username = $9, icon_url = $10, color = $11, is_active = $12,"
        " updated_at = $13, secret = $14, failing_since = 0, resting = FALSE WHERE id = $1 RETURNING *",
        hook.id, hook.name, hook.url, hook.content_type, hook.authorization_header, hook.events, hook.branch_filter,
        hook.channel, hook.username, hook.icon_url, hook.color, hook.is_active, Time::now(), hook.secret);
}

} // namespace

Page<StoredHook> list_hooks(db::Queries& db, const Paging& paging, const HookOwner& owner)
{
    db::Composition wanted("SELECT * FROM webhook");
    add_owner(wanted, owner);
    wanted << " ORDER BY id";
    return db.page<StoredHook>(paging, wanted);
}

Page<StoredHook> list_site_hooks(db::Queries& db, const Paging& paging, SiteHooks which)
{
    db::Composition wanted("SELECT * FROM webhook");
    add_owner(wanted, of_site);
    if (which != SiteHooks::all) wanted << " AND place = " << bound(word_of(which));
    wanted << " ORDER BY id";
    return db.page<StoredHook>(paging, wanted);
}

Result<StoredHook> find_hook(db::Queries& db, const HookOwner& owner, std::int64_t id)
{
    db::Composition wanted("SELECT * FROM webhook");
    add_owner(wanted, owner);
    wanted << " AND id = " << bound(id);
    auto hook = db.first<StoredHook>(wanted);
    if (!hook) return not_found("the hook");
    return std::move(*hook);
}

Result<StoredHook> create_hook(const api::Call& call, const HookOwner& owner, const CreateHookOption& wanted)
{
    StoredHook hook{.place = owner.place, .repository_id = owner.repository_id, .account_id = owner.account_id};
    if (owner.is_site()) hook.place = TRY(is_system_webhook(wanted.config)) ? HookLevel::system : HookLevel::default_;
    TRY(fill(hook, wanted, call.settings()));
    return call.db().write([&](db::Transaction& tx) { return add_hook(tx, hook); });
}

Result<StoredHook> edit_hook(const api::Call& call, const HookOwner& owner, std::int64_t id,
                             const EditHookOption& wanted, const SecretsChange& secrets)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredHook> {
        auto hook = TRY(find_hook(tx, owner, id));
        TRY(change(hook, wanted, call.settings(), secrets));
        return save_hook(tx, hook);
    });
}

Result<void> delete_hook(const api::Call& call, const HookOwner& owner, std::int64_t id)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        tx.run("DELETE FROM webhook WHERE id = $1", TRY(find_hook(tx, owner, id)).id);
        return {};
    });
}

StoredHook add_hook(db::Transaction& tx, const StoredHook& hook)
{
    const auto id_or_null = [](std::int64_t id) { return id == 0 ? std::optional<std::int64_t>() : id; };
    return tx.one<StoredHook>(
        "INSERT INTO webhook (place, repository_id, account_id, type, name, url, content_type, secret,"
        " authorization_header, events, branch_filter, channel, username, icon_url, color, is_active, created_at,"
        " updated_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) RETURNING *",
        hook.place, id_or_null(hook.repository_id), id_or_null(hook.account_id), hook.type, hook.name, hook.url,
        hook.content_type, hook.secret, hook.authorization_header, hook.events, hook.branch_filter, hook.channel,
        hook.username, hook.icon_url, hook.color, hook.is_active, Time::now());
}

} // namespace cairn::webhooks
