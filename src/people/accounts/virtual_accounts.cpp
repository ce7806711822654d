#include "accounts/virtual_accounts.hpp"

namespace cairn::accounts {

const Account& ghost()
{
    static const Account account = [] {
        Account made;
        made.id = ghost_id;
        made.name = "Ghost";
        return made;
    }();
    return account;
}

const Account& automation()
{
    static const Account account = [] {
        Account made;
        made.id = automation_id;
        made.name = "cairn-actions";
        made.full_name = "Cairn Actions";
        made.email = "cairn-actions"; // never told: the address is hidden from everybody but its owner
        made.keep_email_private = true;
        return made;
    }();
    return account;
}

const Account* find_virtual_account(std::int64_t id)
{
    if (id == ghost_id) return &ghost();
    return id == automation_id ? &automation() : nullptr;
}

} // namespace cairn::accounts
