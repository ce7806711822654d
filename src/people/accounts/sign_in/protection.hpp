// How people protect their own account: the second step at sign-in, and the browsers that are signed in. Each change is
// told to the audit trail.
#pragma once

#include "accounts/account.hpp"
#include "accounts/sign_in/security_keys.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

// The secret in base32 that begin_enrolment() shows the caller's browser.
std::string begin_enrolment(const api::Call&, const Account&);
// Turns one-time codes on, with a code that proves that the secret has arrived, and gives the recovery codes, to be
// shown once. Errc::unprocessable when the code is wrong or nothing waits for one.
Result<std::vector<std::string>> turn_codes_on(const api::Call&, const Account&, std::string_view code);
// False when they were off.
bool turn_codes_off(const api::Call&, const Account&);
// New recovery codes in place of those before; none for an account that has no second step.
std::vector<std::string> renew_recovery_codes(const api::Call&, const Account&);

struct AddedSecurityKey {
    SecurityKey key;
    // With the first second step come recovery codes, to be shown once: a lost key must not lock its owner out.
    std::vector<std::string> recovery_codes;
};

// With the answer to what ask_for_key() has asked this browser. Errc::unprocessable for an empty name, an answer to
// another question, or a key that is known already.
Result<AddedSecurityKey> add_security_key(const api::Call&, const Account&, std::string_view name, const KeyAnswer&);
// Errc::not_found when the account has no such key.
Result<void> remove_security_key(const api::Call&, const Account&, std::int64_t key_id);

// Signs a browser out. Errc::not_found when the account has no such session.
Result<void> end_session(const api::Call&, const Account&, std::int64_t session_id);
// Every browser but the caller's.
void end_other_sessions(const api::Call&, const Account&);

} // namespace cairn::accounts
