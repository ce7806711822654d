// /user/emails: the operations on the own e-mail addresses.
#include "accounts/profile/emails.hpp"

#include <algorithm>

#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/tables.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

constexpr Scope own_emails = scope::closed_to_public_only(scope::user);

// In the order in which they were added.
std::vector<Email> show(std::vector<EmailAddress> addresses)
{
    std::ranges::sort(addresses, {}, &EmailAddress::id);
    std::vector<Email> shown;
    for (EmailAddress& each : addresses)
        shown.push_back({.email = std::move(each.email),
                         .verified = each.verified,
                         .primary = each.is_primary,
                         .user_id = 0,
                         .username = {}});
    return shown;
}

Result<std::vector<Email>> list(Call& call, const Account& self) { return show(list_addresses(call.db(), self.id)); }

Result<std::vector<Email>> create(Call& call, const Account& self, Body<CreateEmailOption> body)
{
    TRY(add_addresses(call, self, body.value, Confirmation::when_asked_for));
    return show(list_addresses(call.db(), self.id));
}

Result<> remove(Call& call, const Account& self, Body<DeleteEmailOption> body)
{
    return remove_addresses(call, self, body.value);
}

// clang-format off
constexpr Operation email_operations[] = {
    {GET,    "/user/emails", own_emails, signed_in, handle<list>,   200, "userListEmails",  "List your e-mail addresses", {}, "EmailList"},
    {POST,   "/user/emails", own_emails, signed_in, handle<create>, 201, "userAddEmail",    "Add e-mail addresses", {422}, "EmailList"},
    {DELETE, "/user/emails", own_emails, signed_in, handle<remove>, 204, "userDeleteEmail", "Delete e-mail addresses", {404, 422}},
};
// clang-format on
static_assert(well_formed(email_operations));

} // namespace

const Table email_table{"user", email_operations};

} // namespace cairn::accounts
