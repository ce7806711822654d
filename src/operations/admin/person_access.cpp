#include "admin/person_access.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"

namespace cairn::admin {

using namespace accounts;
using api::Call;

namespace {

struct ToldAddress {
    std::string email;
    bool verified = false;
};
BOOST_DESCRIBE_STRUCT(ToldAddress, (), (email, verified))

} // namespace

PersonFigures figures_of(const Call& call, const Account& account)
{
    return call.db().one<PersonFigures>(
        "SELECT (SELECT count(*) FROM repository r WHERE r.owner_id = $1) AS repositories,"
        " (SELECT count(*) FROM organization_member m WHERE m.account_id = $1) AS organizations,"
        " (SELECT count(*) FROM public_key k WHERE k.account_id = $1) AS keys,"
        " (SELECT count(*) FROM access_token t WHERE t.account_id = $1) AS tokens,"
        " (SELECT count(*) FROM session s WHERE s.account_id = $1 AND NOT s.pending AND s.acting_id = 0"
        " AND s.expires_at > $2) AS sessions,"
        " (EXISTS (SELECT 1 FROM two_factor f WHERE f.account_id = $1)"
        " OR EXISTS (SELECT 1 FROM security_key k WHERE k.account_id = $1)) AS second_step",
        account.id, Time::now());
}

std::vector<std::int64_t> with_second_step(db::Queries& db, const std::vector<std::int64_t>& account_ids)
{
    if (account_ids.empty()) return {};
    db::Composition query("SELECT a.id AS value FROM account a WHERE a.id IN ");
    query << db::bound(account_ids)
          << " AND (EXISTS (SELECT 1 FROM two_factor f WHERE f.account_id = a.id)"
             " OR EXISTS (SELECT 1 FROM security_key k WHERE k.account_id = a.id))";
    return db.all<std::int64_t>(query);
}

void end_sessions_of(const Call& call, const Account& account)
{
    const auto event = audit_event(call, AuditKind::sign_out, account);
    call.db().write([&](db::Transaction& tx) {
        end_all_sessions(tx, account.id);
        audit(tx, event);
    });
}

Result<void> take_second_step_away(const Call& call, const Account& account)
{
    const auto event = audit_event(call, AuditKind::two_factor_disabled, account);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (!second_step_of(tx, account.id).needed())
            return fail(Errc::conflict, account.name + " has no second step at sign-in");
        reset_second_step(tx, account.id);
        audit(tx, event);
        return {};
    });
}

Result<void> set_verified(const Call& call, const Account& account, std::int64_t address_id, bool verified)
{
    auto event = audit_event(call, AuditKind::account_changed, account);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto primary = tx.first<bool>(
            "SELECT is_primary AS value FROM email_address WHERE account_id = $1 AND id = $2", account.id, address_id);
        if (!primary) return not_found("the address");
        if (*primary && !verified) return fail(Errc::unprocessable, "the primary address stays confirmed");
        const auto email = tx.scalar<std::string>("UPDATE email_address SET verified = $3 WHERE account_id = $1"
                                                  " AND id = $2 RETURNING email AS value",
                                                  account.id, address_id, verified);
        event.details = audit_details(ToldAddress{.email = email, .verified = verified});
        audit(tx, event);
        return {};
    });
}

Result<Account> owner_of_address(db::Queries& db, std::int64_t address_id)
{
    const auto id = db.first<std::int64_t>("SELECT account_id AS value FROM email_address WHERE id = $1", address_id);
    auto account = id ? find_account(db, *id) : std::nullopt;
    if (!account || account->kind != AccountKind::individual) return not_found("the address");
    return std::move(*account);
}

} // namespace cairn::admin
