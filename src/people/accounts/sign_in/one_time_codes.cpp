#include "accounts/sign_in/one_time_codes.hpp"

#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t code_bytes = 32;
constexpr std::int64_t seconds_between_mails = 60;

} // namespace

std::optional<std::string> make_code(db::Transaction& tx, std::int64_t account_id, CodePurpose purpose,
                                     const std::string& email, std::int64_t minutes, const std::string& redirect_to)
{
    const auto now = Time::now();
    const Time recently{now.seconds - seconds_between_mails};
    const bool recent = tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM one_time_code WHERE account_id = $1"
                                        " AND purpose = $2 AND email = $3 AND created_at > $4) AS value",
                                        account_id, purpose, email, recently);
    if (recent && !redirect_to.empty())
        tx.run("UPDATE one_time_code SET redirect_to = $5 WHERE account_id = $1 AND purpose = $2 AND email = $3"
               " AND created_at > $4",
               account_id, purpose, email, recently, redirect_to);
    if (recent) return {};
    tx.run("DELETE FROM one_time_code WHERE (account_id = $1 AND purpose = $2 AND email = $3) OR expires_at <= $4",
           account_id, purpose, email, now);
    auto code = crypto::random_hex(code_bytes);
    tx.run("INSERT INTO one_time_code (hash, account_id, purpose, email, redirect_to, created_at, expires_at)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7)",
           crypto::sha256_hex(code), account_id, purpose, email, redirect_to, now, Time{now.seconds + minutes * 60});
    return code;
}

std::optional<OneTimeCode> find_code(db::Queries& db, CodePurpose purpose, std::string_view code)
{
    return db.first<OneTimeCode>("SELECT * FROM one_time_code WHERE hash = $1 AND purpose = $2 AND expires_at > $3",
                                 crypto::sha256_hex(code), purpose, Time::now());
}

std::optional<OneTimeCode> use_code(db::Transaction& tx, CodePurpose purpose, std::string_view code)
{
    return tx.first<OneTimeCode>(
        "DELETE FROM one_time_code WHERE hash = $1 AND purpose = $2 AND expires_at > $3 RETURNING *",
        crypto::sha256_hex(code), purpose, Time::now());
}

void forget_codes(db::Transaction& tx, std::int64_t account_id, CodePurpose purpose)
{
    tx.run("DELETE FROM one_time_code WHERE account_id = $1 AND purpose = $2", account_id, purpose);
}

} // namespace cairn::accounts
