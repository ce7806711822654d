// Tokens that are limited to a list of repositories: what is closed to them, whatever their scopes.
#pragma once

#include "api/caller.hpp"
#include "api/operation.hpp"

namespace cairn::api {

// Whether an operation stays within the list. Guards and lists know no other repositories for such a token, so what
// only reads does, and what is about one repository. Changes to anything else are changes to all that somebody owns, or
// make a way around the list: a key, an address, a team. What the site's administrators do is about all of it.
constexpr bool stays_within_list(const Operation& operation)
{
    if (operation.scope.has(Category::admin)) return false;
    if (operation.method == Method::GET || operation.path.find("/{owner}/{repo}") != std::string_view::npos)
        return true;
    // A package asks for the repository that it is linked to. What needs no scope changes nothing of the account.
    return (operation.scope.categories & ~scope::package.categories) == 0;
}

// Errc::forbidden for such a token.
Result<void> check_unlimited(const Caller&);

} // namespace cairn::api
