#include "accounts/deletion_check.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/profile/avatar.hpp"
#include "accounts/profile/follow.hpp"
#include "accounts/sign_in/password_change.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::accounts {

Result<void> check_not_last_admin(db::Queries& db, const Account& account)
{
    if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE id = $1 AND is_admin)"
                        " AND NOT EXISTS (SELECT 1 FROM account WHERE id <> $1 AND is_admin AND kind = 'individual'"
                        " AND is_active AND NOT prohibit_login) AS value",
                        account.id))
        return fail(Errc::bad_request, "this is the last administrator");
    return {};
}

Result<void> delete_account(db::Transaction& tx, DeletionChecks deletion_checks, const events::Bus& events,
                            const Account& account)
{
    if (account.kind != AccountKind::individual)
        return fail(Errc::unprocessable, "this is an organization, not a person's account");
    if (!check_not_last_admin(tx, account))
        return fail(Errc::unprocessable, "the last administrator cannot be deleted");
    for (const DeletionCheck* deletion_check : deletion_checks) TRY(deletion_check->check_free(tx, account));
    events.tell(tx, events::AccountDeleted{.account_id = account.id});
    uncount_follows(tx, account.id);
    tx.run("DELETE FROM account WHERE id = $1", account.id);
    return {};
}

Result<std::string> delete_own_account(const api::Call& call, const Account& account, std::string_view password)
{
    TRY(check_own_password(call, account, password));
    const auto event = audit_event(call, AuditKind::account_deleted);
    auto cookie = TRY(call.db().write([&](db::Transaction& tx) -> Result<std::string> {
        auto closing = call.site.get<accounts::Sessions>().close(tx, call.request);
        audit(tx, event);
        TRY(delete_account(tx, call.site.get<accounts::DeletionChecks>(), call.site.events, account));
        return closing;
    }));
    forget_avatar(call.site.get<storage::Storage>(), account);
    return cookie;
}

} // namespace cairn::accounts
