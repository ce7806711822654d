// Who may see an account: written once as a condition that lists put into their SQL, and once as a check of one
// account. visibility_test.cpp proves that the two agree.
//
// A public account is there for everybody, a limited one for whoever is signed in, a private one for those whom it
// follows and for those who are in an organization with it. Restricted accounts see public ones alone. An organization
// is there for its members in any case, as is the own account; administrators see all.
#pragma once

#include <set>
#include <span>

#include "accounts/account.hpp"
#include "accounts/viewer.hpp"
#include "db/sql_text.hpp"

namespace cairn::accounts {

// For a statement whose account is `a` and whose first four values are the viewer's: id, admin, restricted,
// public_only.
inline constexpr db::SqlText visible_sql =
    "(a.visibility = 'public' OR (NOT $4 AND (a.id = $1 OR $2"
    " OR EXISTS (SELECT 1 FROM organization_member o WHERE o.organization_id = a.id AND o.account_id = $1)"
    " OR ($1 <> 0 AND NOT $3 AND (a.visibility = 'limited'"
    " OR EXISTS (SELECT 1 FROM follow f WHERE f.account_id = a.id AND f.followed_id = $1)"
    " OR EXISTS (SELECT 1 FROM organization_member o JOIN organization_member p ON p.organization_id = "
    "o.organization_id"
    " WHERE o.account_id = $1 AND p.account_id = a.id))))))";

// The same for one account, but for tokens that are limited to what is public: on them reads_user has its own answer.
bool may_see(db::Queries&, const Viewer&, const Account&);

// Of these names, in lower case, those of accounts that the viewer sees.
std::set<std::string> visible_names(db::Queries&, const Viewer&, std::span<const std::string> names);

} // namespace cairn::accounts
