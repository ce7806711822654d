// The mails about an account itself.
#pragma once

#include "accounts/account.hpp"
#include "mail/letter.hpp"
#include "words/language.hpp"

namespace cairn::accounts {

// The language of mails to somebody who has chosen that one, or none.
const words::Language& language_of(const config::Settings&, std::string_view chosen);

mail::Letter activation_letter(const config::Settings&, const Account&, const std::string& code);
mail::Letter recovery_letter(const config::Settings&, std::string_view account_name, const std::string& to,
                             const std::string& code, std::string_view language);
mail::Letter address_letter(const config::Settings&, const Account&, const std::string& to, const std::string& code);
// For an account that an administrator has made.
mail::Letter welcome_letter(const config::Settings&, const Account&);
// Whoever did not do it learns that somebody else did.
mail::Letter password_changed_letter(const config::Settings&, const Account&);

} // namespace cairn::accounts
