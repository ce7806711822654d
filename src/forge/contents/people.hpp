// Whose address it is that git has written down: accounts found by the addresses in commits, all of a page at once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "accounts/account.hpp"

namespace cairn::contents {

class People {
public:
    People() = default;
    // Each address that is a verified one of a person, or the placeholder of a person who hides it.
    People(db::Queries&, const config::Settings&, std::span<const std::string> emails);

    // In any case; null if it is nobody's.
    const accounts::Account* find(std::string_view email) const;

private:
    std::vector<accounts::Account> accounts_;
    std::unordered_map<std::string, std::size_t> by_email_; // in lower case
};

} // namespace cairn::contents
