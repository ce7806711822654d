// /admin/emails: the operations on the addresses of all people.
#include "accounts/guards.hpp"
#include "admin/email_search.hpp"
#include "admin/tables.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct ListEmails : Paging { };
BOOST_DESCRIBE_STRUCT(ListEmails, (Paging), ())

Result<Page<Email>> list(Call& call, Query<ListEmails> query) { return list_emails(call, query.value); }

Result<Page<Email>> search(Call& call, Query<SearchEmails> query) { return search_emails(call, query.value); }

// clang-format off
constexpr Operation email_operations[] = {
    {GET, "/admin/emails",        scope::admin, administers_site, handle<list>,   200, "adminGetAllEmails", "List every e-mail address", {}, "EmailList"},
    {GET, "/admin/emails/search", scope::admin, administers_site, handle<search>, 200, "adminSearchEmails", "Search e-mail addresses", {}, "EmailList"},
};
// clang-format on
static_assert(well_formed(email_operations));

} // namespace

const Table email_table{"admin", email_operations};

} // namespace cairn::admin
