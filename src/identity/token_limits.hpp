// The repositories that API tokens are limited to, from names to ids and back.
#pragma once

#include <map>
#include <span>

#include "accounts/tokens/tokens.hpp"

namespace cairn::identity {

// As owner/name, for each of the tokens that is limited, if only to what is gone.
std::map<std::int64_t, std::optional<std::vector<std::string>>> repositories_of(db::Queries&,
                                                                                std::span<const accounts::StoredToken>);

// Errc::unprocessable for too many, for none, and for one that the account does not see.
Result<std::vector<std::int64_t>> find_repositories(db::Queries&, const accounts::Account&,
                                                    std::span<const std::string> full_names);

} // namespace cairn::identity
