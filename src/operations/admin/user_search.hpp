// The list of people as administrators want it: with every filter and in any order.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::admin {

using accounts::ShownAccount;
using accounts::Visibility;

enum class SortBy : std::uint8_t { name, created, updated, id };
BOOST_DESCRIBE_ENUM(SortBy, name, created, updated, id)

struct SearchUsers : Paging {
    std::string q;
    std::int64_t source_id = 0;
    std::string login_name;
    std::optional<SortBy> sort;
    std::string order;
    std::optional<Visibility> visibility;
    std::optional<bool> is_active;
    std::optional<bool> is_admin;
    std::optional<bool> is_restricted;
    std::optional<bool> is_2fa_enabled;
    std::optional<bool> is_prohibit_login;
};
BOOST_DESCRIBE_STRUCT(SearchUsers, (Paging),
                      (q, source_id, login_name, sort, order, visibility, is_active, is_admin, is_restricted,
                       is_2fa_enabled, is_prohibit_login))
constexpr auto notes(const SearchUsers*)
{
    return std::array{
        Note{"q", "a piece of the name, the full name or the address, in any case"},
        Note{.member = "source_id", .doc = "only accounts of this sign-in source", .format = "int64"},
        Note{"login_name", "only accounts with this name at their sign-in source"},
        Note{"sort", "what the list is sorted by; the name unless said otherwise"},
        Note{"order", "asc or desc, where sort is given"},
        Note{"is_2fa_enabled", "only accounts that have, or that lack, a second factor"},
    };
}

// The page of all people who fit. Errc::unprocessable for an order that there is not.
Result<Page<ShownAccount>> search_users(const api::Call&, const SearchUsers&);

} // namespace cairn::admin
