// One-time codes: what the links in mails carry to show that their reader owns the address.
#pragma once

#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::accounts {

enum class CodePurpose : std::uint8_t { activate, recover, confirm_email };
BOOST_DESCRIBE_ENUM(CodePurpose, activate, recover, confirm_email)

struct OneTimeCode {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    CodePurpose purpose = CodePurpose::activate;
    std::string email;       // the address that it was sent to
    std::string redirect_to; // where its reader was going; empty: nowhere in particular
    Time created_at;
    Time expires_at;
};
BOOST_DESCRIBE_STRUCT(OneTimeCode, (), (id, account_id, purpose, email, redirect_to, created_at, expires_at))

// A code that works for so many minutes, in place of earlier ones for the same purpose and address. Nothing when one
// was made so recently that another mail would only annoy; whoever was going elsewhere by then is led there.
std::optional<std::string> make_code(db::Transaction&, std::int64_t account_id, CodePurpose, const std::string& email,
                                     std::int64_t minutes, const std::string& redirect_to = {});

// Looks without using it up: for the page that asks what to do with it.
std::optional<OneTimeCode> find_code(db::Queries&, CodePurpose, std::string_view code);
// Finds it and makes sure that nobody finds it again.
std::optional<OneTimeCode> use_code(db::Transaction&, CodePurpose, std::string_view code);

void forget_codes(db::Transaction&, std::int64_t account_id, CodePurpose);

} // namespace cairn::accounts
