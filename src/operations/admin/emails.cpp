// Every e-mail address of every person, for administrators.
#include "accounts/profile/emails.hpp"
#include "accounts/guards.hpp"
#include "accounts/user_search.hpp"
#include "admin/tables.hpp"
#include "db/database.hpp"
#include "db/sql_text.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct ListEmails : Paging { };
BOOST_DESCRIBE_STRUCT(ListEmails, (Paging), ())

struct SearchEmails : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(SearchEmails, (Paging), (q))
constexpr auto notes(const SearchEmails*)
{
    return std::array{Note{"q", "a piece of the address, or of the name or full name of its account"}};
}

constexpr db::SqlText all_emails =
    "SELECT e.email, e.verified, e.is_primary AS \"primary\", a.id AS user_id, a.name AS username"
    " FROM email_address e JOIN account a ON a.id = e.account_id WHERE a.kind = 'individual'";
constexpr db::SqlText by_address = " ORDER BY e.lower_email";
constexpr auto list_sql = all_emails + by_address;
constexpr auto search_sql = all_emails
    + " AND (folded(e.email) LIKE $1 ESCAPE '\\' OR a.lower_name LIKE $1 ESCAPE '\\'"
      " OR folded(a.full_name) LIKE $1 ESCAPE '\\')"
    + by_address;

Result<Page<Email>> list(Call& call, Query<ListEmails> query)
{
    return call.db().page<Email>(query.value, list_sql.text);
}

Result<Page<Email>> search(Call& call, Query<SearchEmails> query)
{
    const SearchPatterns patterns(query->q);
    if (patterns.hopeless) return Page<Email>{};
    return call.db().page<Email>(query.value, search_sql.text, patterns.exact);
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/admin/emails",        scope::admin, administers_site, handle<list>,   200, "adminGetAllEmails", "List every e-mail address", {}, "EmailList"},
    {GET, "/admin/emails/search", scope::admin, administers_site, handle<search>, 200, "adminSearchEmails", "Search e-mail addresses", {}, "EmailList"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table email_table{"admin", operations};

} // namespace cairn::admin
