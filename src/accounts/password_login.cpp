#include "accounts/password_login.hpp"

#include "accounts/passwords.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

std::unexpected<Error> refused() { return fail(Errc::unauthorized, "the user name or the password is wrong"); }

std::unexpected<Error> too_busy()
{
    return fail(Errc::unavailable, "too many sign-ins at once: try again in a moment");
}

} // namespace

Result<Account> log_in(db::Database& db, Passwords& passwords, std::string_view name_or_email,
                       std::string_view password, bool quick)
{
    auto account = find_login(db, name_or_email);
    if (account && passwords.known(account->id, account->password, password)) return *std::move(account);
    if (quick) return too_busy();
    if (!account) {
        if (!passwords.spend_time(password)) return too_busy();
        return refused();
    }
    const auto verdict = passwords.verify(account->id, account->password, password);
    if (verdict.busy) return too_busy();
    if (!verdict.right) return refused();
    if (!verdict.rehash.empty())
        db.write([&](db::Transaction& tx) { replace_hash(tx, account->id, account->password, verdict.rehash); });
    return *std::move(account);
}

} // namespace cairn::accounts
