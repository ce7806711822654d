// People choose another password for themselves: because they want to, have to, or have forgotten theirs. Whoever does
// is told so by mail, every session of the account ends, and the audit trail is told.
#pragma once

#include "accounts/account.hpp"
#include "accounts/sign_in/one_time_codes.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

// What is wrong with a new password, in words for the person: check_password(), and Errc::unprocessable when it was not
// typed the same twice.
Result<void> check_new_password(const config::Settings&, std::string_view password, std::string_view retyped);

// What the session alone must not do: whoever finds a browser open does not know the password. Errc::unprocessable for
// a wrong one, otherwise as Logins::by_password() says. Whoever signs in by a provider has none to say: the session has
// to be minutes old.
Result<void> check_own_password(const api::Call&, const Account&, std::string_view password);

struct PasswordForm {
    std::string old_password;
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(PasswordForm, (), (old_password, password, retype))

// By somebody who knows the old one: as check_new_password() and check_own_password() say. The caller's browser gets a
// new session; the value of the Set-Cookie header.
Result<std::string> change_own_password(const api::Call&, const Account&, const PasswordForm&);

// By somebody who must have another one before anything else, and does not say the old one again. Errc::unprocessable
// when it is the one that they have, Errc::unavailable when too many passwords are being hashed. As above otherwise.
Result<std::string> replace_own_password(const api::Call&, const Account&, const std::string& password,
                                         std::string_view retyped);

// Mails a link if the address is a confirmed one of somebody who may sign in. How long it takes does not tell whether
// it is; what is no address is left alone.
void send_recovery(const api::Call&, const std::string& email, const std::string& redirect_to);

// What such a link is good for.
struct Recovery {
    OneTimeCode code;
    Account account;
};
// Nothing for a code that was used or is too old.
std::optional<Recovery> find_recovery(const api::Call&, std::string_view code);

struct RecoverForm {
    std::string code;
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(RecoverForm, (), (code, password, retype))

// As check_new_password() says; Errc::not_found when the code was used meanwhile.
Result<void> recover_account(const api::Call&, const Recovery&, const RecoverForm&);

} // namespace cairn::accounts
