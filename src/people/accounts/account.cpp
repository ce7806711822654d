#include "accounts/account.hpp"

#include "accounts/renaming.hpp"
#include "accounts/sign_in/one_time_codes.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "api/caller.hpp"
#include "base/text.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

const Account& account_of(const api::Caller& caller) { return *static_cast<const Account*>(caller.account.get()); }

std::shared_ptr<const Account> shared_account(const api::Caller& caller)
{
    return std::static_pointer_cast<const Account>(caller.account);
}

std::optional<Account> find_account(db::Queries& db, std::string_view name)
{
    return db.first<Account>("SELECT * FROM account WHERE lower_name = $1", text::to_lower(name));
}

std::optional<Account> find_account(db::Queries& db, std::int64_t id)
{
    return db.first<Account>("SELECT * FROM account WHERE id = $1", id);
}

std::optional<Account> find_login(db::Queries& db, std::string_view name_or_email)
{
    const auto lower = text::to_lower(text::trim(name_or_email));
    auto found = db.first<Account>("SELECT * FROM account WHERE lower_name = $1 AND kind = 'individual'", lower);
    if (!found && lower.find('@') != lower.npos)
        found = db.first<Account>("SELECT a.* FROM email_address e JOIN account a ON a.id = e.account_id"
                                  " WHERE e.lower_email = $1 AND e.verified AND a.kind = 'individual'",
                                  lower);
    return found;
}

Result<Account> create_account(db::Transaction& tx, const NewAccount& made)
{
    TRY(check_name(made.name));
    TRY(check_email(made.email));
    const auto lower_name = text::to_lower(made.name);
    const auto lower_email = text::to_lower(made.email);
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE lower_name = $1) AS value", lower_name))
        return fail(Errc::unprocessable, "the name '" + made.name + "' is taken");
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM email_address WHERE lower_email = $1) AS value", lower_email))
        return fail(Errc::unprocessable, "the e-mail address '" + made.email + "' is used by an account");

    take_name(tx, lower_name);

    // The picture's name is random rather than made from the address: it is shown to everybody.
    const auto now = Time::now();
    auto account = tx.one<Account>(
        "INSERT INTO account (kind, name, lower_name, full_name, email, keep_email_private, password,"
        " must_change_password, is_admin, is_active, is_restricted, login_name, visibility, avatar, "
        "allow_create_organization,"
        " created_at, updated_at)"
        " VALUES ('individual', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING *",
        made.name, lower_name, made.full_name, made.email, made.keep_email_private, made.password_hash,
        made.must_change_password, made.is_admin, made.is_active, made.is_restricted, made.login_name, made.visibility,
        crypto::random_hex(16), made.allow_create_organization, made.created_at.value_or(now), now);
    tx.run("INSERT INTO email_address (account_id, email, lower_email, verified, is_primary)"
           " VALUES ($1, $2, $3, $4, TRUE)",
           account.id, made.email, lower_email, made.email_verified);
    return account;
}

Result<Account> sign_up(db::Transaction& tx, NewAccount made)
{
    if (!tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE kind = 'individual') AS value"))
        return fail(Errc::forbidden, "this site has no administrator yet: whoever runs it makes one first");
    return create_account(tx, made);
}

void activate(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("UPDATE account SET is_active = TRUE WHERE id = $1", account_id);
}

void note_sign_in(db::Transaction& tx, std::int64_t account_id)
{
    // The pages speak one language; other clients ask the account which it was.
    tx.run("UPDATE account SET last_login_at = $2, language = CASE WHEN language = '' THEN 'en-US' ELSE language END"
           " WHERE id = $1",
           account_id, Time::now());
}

void set_password(db::Transaction& tx, std::int64_t account_id, std::string_view hash, bool must_change)
{
    tx.run("UPDATE account SET password = $2, must_change_password = $3, updated_at = $4 WHERE id = $1", account_id,
           hash, must_change, Time::now());
    // Whoever got in with the old one is out, and a link that would set another is worth nothing.
    end_all_sessions(tx, account_id);
    forget_codes(tx, account_id, CodePurpose::recover);
}

void replace_hash(db::Transaction& tx, std::int64_t account_id, std::string_view old_hash, std::string_view new_hash)
{
    tx.run("UPDATE account SET password = $3 WHERE id = $1 AND password = $2", account_id, old_hash, new_hash);
}

} // namespace cairn::accounts

template <> const cairn::Type& cairn::type_of<cairn::accounts::Account>()
{
    return detail::type<cairn::accounts::Account>;
}
