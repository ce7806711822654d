// Making an account by the pages, and the links in mails that confirm addresses.
#pragma once

#include "accounts/account.hpp"
#include "api/operation.hpp"

namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::pages {

// Whether a new account has to show first that it reads its mail.
bool confirms_by_mail(const config::Settings&);

// Mails the link that activates the account, unless one is under way already. Whoever follows it and signs in goes on
// to `redirect_to`.
void send_activation(api::Call&, const accounts::Account&, const std::string& redirect_to);

} // namespace cairn::pages
