#include "identity/application_change.hpp"

#include "db/database.hpp"
#include "identity/audited.hpp"
#include "identity/grants.hpp"

namespace cairn::identity {

using accounts::AuditKind;

namespace {

// By the caller, to whom the application belongs to; an application of the site belongs to nobody.
accounts::AuditEvent event_for(const api::Call& call, AuditKind kind, const ApplicationOwner& owner)
{
    auto event = accounts::audit_event(call, kind);
    if (owner.owner_id == call.caller.id) return event;
    event.account_id = owner.owner_id.value_or(0);
    event.account = owner.name;
    return event;
}

} // namespace

Page<Application> list_applications(db::Queries& db, std::int64_t owner_id, const Paging& paging)
{
    return db.page<Application>(paging, "SELECT * FROM oauth2_application WHERE owner_id = $1 ORDER BY id DESC",
                                owner_id);
}

Result<Application> find_changeable(db::Queries& db, const ApplicationOwner& owner, std::int64_t id)
{
    auto found = TRY(find_application_of(db, owner, id));
    if (found.locked) return fail(Errc::forbidden, "this application comes with the site; nobody changes it");
    return found;
}

WithSecret register_application(const api::Call& call, const ApplicationOwner& owner, const ApplicationDraft& draft)
{
    const auto event = event_for(call, AuditKind::application_created, owner);
    return call.db().write([&](db::Transaction& tx) {
        auto made = create_application(tx, owner.owner_id, draft);
        audit_application(tx, event, made.application);
        return made;
    });
}

Result<void> edit_application(const api::Call& call, const ApplicationOwner& owner, std::int64_t id,
                              const DraftOf& draft_of)
{
    const auto event = event_for(call, AuditKind::application_changed, owner);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto application = TRY(find_changeable(tx, owner, id));
        edit_application(tx, application.id, TRY(draft_of(application)));
        audit_application(tx, event, application);
        return {};
    });
}

Result<WithSecret> edit_application_and_secret(const api::Call& call, const ApplicationOwner& owner, std::int64_t id,
                                               const DraftOf& draft_of)
{
    const auto change = event_for(call, AuditKind::application_changed, owner);
    const auto renewal = event_for(call, AuditKind::application_secret_renewed, owner);
    return call.db().write([&](db::Transaction& tx) -> Result<WithSecret> {
        const auto application = TRY(find_changeable(tx, owner, id));
        auto changed = change_application(tx, application.id, TRY(draft_of(application)));
        audit_application(tx, change, changed.application);
        audit_application(tx, renewal, changed.application);
        return changed;
    });
}

Result<WithSecret> renew_application_secret(const api::Call& call, const ApplicationOwner& owner, std::int64_t id)
{
    const auto event = event_for(call, AuditKind::application_secret_renewed, owner);
    return call.db().write([&](db::Transaction& tx) -> Result<WithSecret> {
        auto application = TRY(find_changeable(tx, owner, id));
        audit_application(tx, event, application);
        auto secret = renew_secret(tx, application.id);
        return WithSecret{.application = std::move(application), .secret = std::move(secret)};
    });
}

Result<void> delete_application(const api::Call& call, const ApplicationOwner& owner, std::int64_t id)
{
    const auto event = event_for(call, AuditKind::application_deleted, owner);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto application = TRY(find_changeable(tx, owner, id));
        delete_application(tx, application.id);
        audit_application(tx, event, application);
        return {};
    });
}

Result<void> revoke_approval(const api::Call& call, const accounts::Account& account, std::int64_t application_id,
                             std::int64_t grant_id)
{
    const auto event = accounts::audit_event(call, AuditKind::application_revoked);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto application = find_application(tx, application_id);
        const auto grant = application ? find_grant(tx, account.id, application->id) : std::nullopt;
        if (!grant || grant->id != grant_id) return not_found("what was approved");
        revoke_grant(tx, grant->id);
        audit_application(tx, event, *application, {.scope = grant->scope});
        return {};
    });
}

} // namespace cairn::identity
