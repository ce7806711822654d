#include "accounts/expiry.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/deletion_check.hpp"
#include "base/log.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::int64_t time_to_activate = 7 * 86400;

} // namespace

void forget_expired(const api::Site& site, const std::stop_token&)
{
    site.db.write([now = Time::now()](db::Transaction& tx) {
        tx.run("DELETE FROM session WHERE expires_at <= $1", now);
        tx.run("DELETE FROM one_time_code WHERE expires_at <= $1", now);
        tx.run("DELETE FROM spent_challenge WHERE expires_at <= $1", now);
    });
    site.get<accounts::AuditTrail>().clean_up();
}

void delete_inactive(const api::Site& site, const std::stop_token& stop)
{
    const auto inactive = site.db.all<Account>(
        "SELECT * FROM account WHERE kind = 'individual' AND NOT is_active AND created_at < $1 ORDER BY id",
        Time{Time::now().seconds - time_to_activate});
    for (const Account& account : inactive) {
        if (stop.stop_requested()) return;
        const auto deleted = site.db.write([&](db::Transaction& tx) -> Result<> {
            const auto now = find_account(tx, account.id);
            if (!now || now->is_active) return {}; // its owner came after all
            return delete_account(tx, site.get<accounts::DeletionChecks>(), site.events, *now);
        });
        if (!deleted)
            log::info("an account that was never activated stays",
                      {{"account", account.name}, {"reason", deleted.error().message}});
    }
}

} // namespace cairn::accounts
