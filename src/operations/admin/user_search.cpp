// The list of people as administrators want it: with every filter and in any order.
#include "accounts/user_search.hpp"
#include "accounts/guards.hpp"
#include "accounts/user.hpp"
#include "admin/tables.hpp"
#include "db/composition.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

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

Result<Page<User>> search(Call& call, Query<SearchUsers> query)
{
    const SearchUsers& wanted = query.value;
    const bool ordered = wanted.sort.has_value();
    if (ordered && !wanted.order.empty() && wanted.order != "asc" && wanted.order != "desc")
        return fail(Errc::unprocessable, "[order]: one of asc, desc is expected");
    const SearchPatterns patterns(wanted.q);
    if (patterns.hopeless) return Page<User>{};

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
    return show_users(call.db().page<ShownAccount>(wanted, sql), call.caller, call.settings());
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/admin/users", scope::admin, administers_site, handle<search>, 200, "adminSearchUsers", "Search all accounts", {422}, "UserList"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table user_search_table{"admin", operations};

} // namespace cairn::admin
