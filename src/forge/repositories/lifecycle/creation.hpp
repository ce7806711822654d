// Where somebody may have a repository made.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::repositories {

// The account of that name, if the caller may have repositories of it made: the own one, an organization in which the
// caller may do that, and for administrators of the site any. Errc::not_found, Errc::forbidden.
Result<accounts::Account> owner_for(const api::Call&, std::string_view name);

} // namespace cairn::repositories
