// Every e-mail address of every person.
#pragma once

#include "accounts/profile/emails.hpp"
#include "api/call.hpp"

namespace cairn::admin {

struct SearchEmails : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(SearchEmails, (Paging), (q))
constexpr auto notes(const SearchEmails*)
{
    return std::array{Note{"q", "a piece of the address, or of the name or full name of its account"}};
}

// In the order of the addresses.
Page<accounts::Email> list_emails(const api::Call&, const Paging&);
Page<accounts::Email> search_emails(const api::Call&, const SearchEmails&);

// The same with what the pages name an address by.
struct ListedEmail : accounts::Email {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ListedEmail, (accounts::Email), (id))
Page<ListedEmail> listed_emails(const api::Call&, const SearchEmails&);

} // namespace cairn::admin
