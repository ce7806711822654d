// Repositories that were put into the store by hand: found, taken over, or deleted by administrators.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::repositories {

struct ListUnadopted : Paging {
    std::string pattern;
};
BOOST_DESCRIBE_STRUCT(ListUnadopted, (Paging), (pattern))
constexpr auto notes(const ListUnadopted*)
{
    return std::array{Note{"pattern", "a pattern for the owner, or for owner/name; `query` does the same"}};
}

// The page of what is on the disk and unknown to the site, as owner/name. Errc::unprocessable for a broken pattern.
Result<Page<std::string>> unadopted(const api::Call&, const ListUnadopted&);

// Takes over what is on the disk as a private repository of that owner. It is copied, and deleted only when the copy
// is known: whatever happens in between, nothing is lost. Errc::not_found, Errc::unprocessable for what cannot be read,
// and as create_repository() says.
Result<void> adopt_repository(const api::Call&, const accounts::Account& owner, const std::string& name);

// Errc::not_found.
Result<void> delete_unadopted(const api::Call&, const accounts::Account& owner, const std::string& name);

} // namespace cairn::repositories
