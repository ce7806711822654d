// The accounts that a page names, found by their ids at once.
#pragma once

#include "accounts/account.hpp"

namespace cairn::accounts {

class ShownAccounts {
public:
    ShownAccounts(db::Queries&, std::vector<std::int64_t> ids); // in any order, repeated or not; 0 is nobody's

    const ShownAccount* find(std::int64_t id) const; // nullptr: there is no such row
    const ShownAccount& at(std::int64_t id) const;   // or one without a row; the ghost stands for who is gone

private:
    std::vector<ShownAccount> in_order_{};
};

} // namespace cairn::accounts
