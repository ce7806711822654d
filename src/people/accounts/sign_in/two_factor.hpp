// The second step at sign-in: one-time codes of an authenticator application, and recovery codes for who has lost it.
// Security keys are the other kind: accounts/sign_in/security_keys.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounts/account.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

// What an account asks for beside its password.
struct SecondStep {
    bool codes = false; // one-time codes
    bool keys = false;  // security keys
    bool lost = false;  // the codes are on, and none is right: see lose_second_step()

    bool needed() const { return codes || keys; }
};
BOOST_DESCRIBE_STRUCT(SecondStep, (), (codes, keys, lost))

SecondStep second_step_of(db::Queries&, std::int64_t account_id);

// Whether the site asks for one that was not set up.
bool is_lacking(const SecondStep&, const config::Settings&);
bool lacks_second_step(db::Queries&, const config::Settings&, std::int64_t account_id);

// Errc::unauthorized, with words for its owner, for one that cannot be taken.
Result<void> check_can_be_taken(const SecondStep&);

// The account had a second step on the server that it came from, and what proves it is not here. It is asked for all
// the same: a password alone must not open what it has not opened before. Who runs the site resets it, or adopt_codes()
// finds what was missing.
void lose_second_step(db::Transaction&, std::int64_t account_id);
// Another second step has come.
void forget_lost_second_step(db::Transaction&, std::int64_t account_id);

// The password alone opens the account from now on, until its owner sets up something anew: for who runs the site.
void reset_second_step(db::Transaction&, std::int64_t account_id);

// Enrolment has two halves: a secret is shown, and a code that was made with it proves that it has arrived. Between
// them the secret waits, sealed, for `session`: what another browser was shown meanwhile is not confirmed by this one.

// The secret in base32: the one that this session was shown a little while ago, or a new one.
std::string begin_enrolment(db::Database&, const config::Settings&, std::int64_t account_id, std::string_view session);

// Turns one-time codes on and gives the recovery codes, to be shown once. The code does not count as used: who has just
// enrolled may sign in with it. Errc::unprocessable when the code is wrong or nothing waits for one.
Result<std::vector<std::string>> confirm_enrolment(db::Transaction&, const config::Settings&, std::int64_t account_id,
                                                   std::string_view session, std::string_view code,
                                                   Time now = Time::now());

// The same for a secret that the person's authenticator application has already, from another server. False if codes
// are on and not lost. There are no recovery codes: the person makes some.
bool adopt_codes(db::Transaction&, const config::Settings&, std::int64_t account_id, std::string_view secret);

// What an authenticator application reads from the QR code.
std::string otpauth_uri(const config::Settings&, const Account&, std::string_view secret_base32);

// True for a right code, and for each code only once, however many requests bring it at the same time. White space in
// it does not matter.
bool use_totp_code(db::Transaction&, const config::Settings&, std::int64_t account_id, std::string_view code,
                   Time now = Time::now());

// The same for a recovery code; case, blanks and hyphens do not matter.
bool use_recovery_code(db::Transaction&, std::int64_t account_id, std::string_view code);

// New ones in place of those before.
std::vector<std::string> renew_recovery_codes(db::Transaction&, std::int64_t account_id);
std::int64_t recovery_codes_left(db::Queries&, std::int64_t account_id);

// Turns one-time codes off. Recovery codes stay as long as there is another second step.
void remove_codes(db::Transaction&, std::int64_t account_id);
// To be called when a second step was removed.
void forget_needless_recovery_codes(db::Transaction&, std::int64_t account_id);

} // namespace cairn::accounts
