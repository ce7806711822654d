// People make accounts for themselves, and show by the links in mails that an address is theirs.
#pragma once

#include "accounts/account.hpp"
#include "accounts/sign_in/challenge.hpp"
#include "accounts/sign_in/one_time_codes.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

struct SignUpForm : ChallengeAnswer {
    std::string user_name;
    std::string email;
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(SignUpForm, (ChallengeAnswer), (user_name, email, password, retype))

// As the site's settings have it, the account is active at once, or waits for its mail or an administrator; whether
// registration is open at all was asked before. Errc::unprocessable and Errc::bad_request, in words for the person, for
// what is malformed, taken, or of a domain that the site does not take, and for a challenge that was not met.
Result<Account> sign_up(const api::Call&, const SignUpForm&);

// Mails the link that activates the account, unless one is under way already. Whoever follows it and signs in goes on
// to `redirect_to`.
void send_activation(const api::Call&, const Account&, const std::string& redirect_to);

// The link was followed: the address is confirmed, and the account active unless an administrator has to approve it
// first. Nothing for a code that was used, is too old, or whose address the account no longer has.
std::optional<OneTimeCode> activate_account(const api::Call&, std::string_view code);
// The same for a link of address_letter(): whether the address is confirmed now.
bool confirm_address(const api::Call&, std::string_view code);

} // namespace cairn::accounts
