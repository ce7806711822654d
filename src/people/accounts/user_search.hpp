// Finding people by a piece of their name, full name or address.
#pragma once

#include "accounts/account.hpp"
#include "api/operation.hpp"

namespace cairn::api {
class View;
} // namespace cairn::api

namespace cairn::accounts {

// The patterns for LIKE that a search's text is looked for with.
struct SearchPatterns {
    explicit SearchPatterns(std::string_view text);

    std::string lower; // the text itself, without its case
    std::string exact; // for LIKE ... ESCAPE '\' on a folded text, or one in lower case
    std::string rough; // for account_search, whose index knows no ESCAPE: finds all that `exact` finds
    bool indexed;      // long enough for an index of pieces of three letters
    bool hopeless;     // longer than anything that it could be found in
};

struct SearchUsers : Paging {
    std::string q;
    std::int64_t uid = 0;
};
BOOST_DESCRIBE_STRUCT(SearchUsers, (Paging), (q, uid))
constexpr auto notes(const SearchUsers*)
{
    return std::array{Note{"q", "a piece of the name, the full name or the address, in any case"},
                      Note{.member = "uid", .doc = "only the account with this id", .format = "int64"}};
}

// What a search has found.
struct FoundUsers {
    Page<std::int64_t> people{};              // their ids
    const Account* virtual_account = nullptr; // in place of them, one that exists without a row
};

// The page of those who fit and whom the caller may find, by name. Unlike a profile, a private account is not opened by
// following; a hidden address is found by those who may read it.
enum class UserOrder : std::uint8_t { name, newest, oldest };
FoundUsers search_users(const api::View&, const SearchUsers&, UserOrder = UserOrder::name);

} // namespace cairn::accounts
