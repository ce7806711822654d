#include "admin/email_search.hpp"

#include "accounts/user_search.hpp"
#include "db/database.hpp"
#include "db/sql_text.hpp"

namespace cairn::admin {

using accounts::Email;

namespace {

constexpr db::SqlText all_emails =
    "SELECT e.id, e.email, e.verified, e.is_primary AS \"primary\", a.id AS user_id, a.name AS username"
    " FROM email_address e JOIN account a ON a.id = e.account_id WHERE a.kind = 'individual'";
constexpr db::SqlText by_address = " ORDER BY e.lower_email";
constexpr auto list_sql = all_emails + by_address;
constexpr auto search_sql = all_emails
    + " AND (folded(e.email) LIKE $1 ESCAPE '\\' OR a.lower_name LIKE $1 ESCAPE '\\'"
      " OR folded(a.full_name) LIKE $1 ESCAPE '\\')"
    + by_address;

} // namespace

Page<Email> list_emails(const api::Call& call, const Paging& paging)
{
    return call.db().page<Email>(paging, list_sql.text);
}

Page<Email> search_emails(const api::Call& call, const SearchEmails& wanted)
{
    const accounts::SearchPatterns patterns(wanted.q);
    if (patterns.hopeless) return {};
    return call.db().page<Email>(wanted, search_sql.text, patterns.exact);
}

Page<ListedEmail> listed_emails(const api::Call& call, const SearchEmails& wanted)
{
    if (wanted.q.empty()) return call.db().page<ListedEmail>(wanted, list_sql.text);
    const accounts::SearchPatterns patterns(wanted.q);
    if (patterns.hopeless) return {};
    return call.db().page<ListedEmail>(wanted, search_sql.text, patterns.exact);
}

} // namespace cairn::admin
