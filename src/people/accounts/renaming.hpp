// Accounts get new names; their old ones go on leading to them until somebody takes them.
#pragma once

#include "accounts/account.hpp"

namespace cairn::accounts {

// The account that had this name before, in any case; nothing when a present account has it.
std::optional<Account> find_renamed_account(db::Queries&, std::string_view old_name);

// Gives an account another name, under the rules for new ones. Errc::unprocessable when it is malformed or taken.
// A change of case alone leaves no redirect; the present name is no change. The account has been read in the same
// transaction, for its present name is what will redirect.
Result<void> rename_account(db::Transaction&, const Account&, const std::string& new_name);

// For whoever makes an account: from now on the name leads to it and to no earlier bearer.
void take_name(db::Transaction&, std::string_view lower_name);

} // namespace cairn::accounts
