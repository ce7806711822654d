#include "admin/user_search.hpp"

#include <utility>

#include "accounts/user_search.hpp"
#include "db/composition.hpp"

namespace cairn::admin {

using accounts::SearchPatterns;

namespace {

using Piece = db::Composition::Piece;

void add_flag(db::Composition& query, Piece condition, const std::optional<bool>& wanted)
{
    if (!wanted) return;
    if (*wanted) query << " AND ";
    else query << " AND NOT ";
    query << condition;
}

void add_text(db::Composition& query, const SearchPatterns& patterns)
{
    query << " AND (a.lower_name LIKE " << db::bound(patterns.exact) << " ESCAPE '\\' OR folded(a.full_name) LIKE "
          << db::bound(patterns.exact) << " ESCAPE '\\' OR folded(a.email) LIKE " << db::bound(patterns.exact)
          << " ESCAPE '\\')";
    if (patterns.indexed)
        query << " AND a.id IN (SELECT s.rowid FROM account_search s WHERE s.text LIKE " << db::bound(patterns.rough)
              << ")";
}

Piece column_of(SortBy sort)
{
    switch (sort) {
    case SortBy::name: return "a.lower_name";
    case SortBy::created: return "a.created_at";
    case SortBy::updated: return "a.updated_at";
    case SortBy::id: return "a.id";
    }
    std::unreachable();
}

} // namespace

Result<Page<ShownAccount>> search_users(const api::Call& call, const SearchUsers& wanted)
{
    const bool ordered = wanted.sort.has_value();
    if (ordered && !wanted.order.empty() && wanted.order != "asc" && wanted.order != "desc")
        return fail(Errc::unprocessable, "[order]: one of asc, desc is expected");
    const SearchPatterns patterns(wanted.q);
    if (patterns.hopeless) return Page<ShownAccount>{};

    db::Composition sql("SELECT a.* FROM account a WHERE a.kind = 'individual'");
    if (!wanted.q.empty()) add_text(sql, patterns);
    if (wanted.source_id != 0) sql << " AND a.login_source = " << db::bound(wanted.source_id);
    if (!wanted.login_name.empty()) sql << " AND a.login_name = " << db::bound(wanted.login_name);
    if (wanted.visibility) sql << " AND a.visibility = " << db::bound(*wanted.visibility);
    add_flag(sql, "a.is_active", wanted.is_active);
    add_flag(sql, "a.is_admin", wanted.is_admin);
    add_flag(sql, "a.is_restricted", wanted.is_restricted);
    add_flag(sql, "a.prohibit_login", wanted.is_prohibit_login);
    add_flag(sql,
             "(EXISTS (SELECT 1 FROM two_factor f WHERE f.account_id = a.id)"
             " OR EXISTS (SELECT 1 FROM security_key k WHERE k.account_id = a.id))",
             wanted.is_2fa_enabled);
    sql << " ORDER BY " << column_of(wanted.sort.value_or(SortBy::name));
    if (ordered && wanted.order == "desc") sql << " DESC, a.id DESC";
    else sql << ", a.id";
    return call.db().page<ShownAccount>(wanted, sql);
}

} // namespace cairn::admin
