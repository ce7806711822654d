#include "accounts/renaming.hpp"

#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

std::optional<Account> find_renamed_account(db::Queries& db, std::string_view old_name)
{
    return db.first<Account>("SELECT a.* FROM name_redirect r JOIN account a ON a.id = r.account_id"
                             " WHERE r.lower_name = $1",
                             text::to_lower(old_name));
}

Result<void> rename_account(db::Transaction& tx, const Account& account, const std::string& new_name)
{
    if (new_name == account.name) return {};
    TRY(check_name(new_name));
    const auto lower_new = text::to_lower(new_name);
    const auto lower_old = text::to_lower(account.name);
    if (lower_new != lower_old) {
        if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE lower_name = $1) AS value", lower_new))
            return fail(Errc::unprocessable, "the name '" + new_name + "' is taken");
        take_name(tx, lower_new);
    }
    // Before the redirect, for PostgreSQL: of two at once the second fails here and is run again, whereas at the
    // redirect, which both would make, it would fail for good.
    tx.run("UPDATE account SET name = $2, lower_name = $3, updated_at = $4 WHERE id = $1", account.id, new_name,
           lower_new, Time::now());
    if (lower_new != lower_old)
        tx.run("INSERT INTO name_redirect (lower_name, account_id) VALUES ($1, $2)", lower_old, account.id);
    return {};
}

void take_name(db::Transaction& tx, std::string_view lower_name)
{
    tx.run("DELETE FROM name_redirect WHERE lower_name = $1", lower_name);
}

} // namespace cairn::accounts
