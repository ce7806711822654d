#include "accounts/user_search.hpp"

#include <algorithm>

#include "accounts/virtual_accounts.hpp"
#include "accounts/visibility.hpp"
#include "api/view.hpp"
#include "base/case_folding.hpp"
#include "base/utf8.hpp"
#include "cache/id_list_cache.hpp"

namespace cairn::accounts {

using api::View;

namespace {

// How far a search reaches, beside the own account. Unlike a profile, a private account is not opened by following.
enum class Reach : std::uint8_t { nobody, public_accounts, limited_accounts, everybody };

Reach reach_of(const Viewer& viewer)
{
    if (viewer.id == 0 || viewer.public_only) return Reach::public_accounts;
    if (viewer.admin) return Reach::everybody;
    return viewer.restricted ? Reach::nobody : Reach::limited_accounts;
}

constexpr db::Composition::Piece people = "SELECT a.id AS value FROM account a WHERE a.kind = 'individual'";

// A hidden address is found by those who may read it.
void narrow(db::Composition& query, std::int64_t own, Reach reach, const SearchPatterns& patterns)
{
    using db::bound;
    if (reach != Reach::everybody) {
        query << " AND (a.id = " << bound(own);
        if (reach >= Reach::public_accounts) query << " OR a.visibility = 'public'";
        if (reach >= Reach::limited_accounts) query << " OR a.visibility = 'limited'";
        query << ")";
    }
    query << " AND (a.lower_name LIKE " << bound(patterns.exact) << " ESCAPE '\\' OR folded(a.full_name) LIKE "
          << bound(patterns.exact) << " ESCAPE '\\' OR (folded(a.email) LIKE " << bound(patterns.exact)
          << " ESCAPE '\\'";
    if (reach != Reach::everybody) query << " AND (NOT a.keep_email_private OR a.id = " << bound(own) << ")";
    query << "))";
}

bool contains(std::string_view text, std::string_view lower)
{
    return fold_case(text).find(lower) != std::string::npos;
}

// Whether the own account is found by its owner, and would not be by others of the same reach.
bool finds_own_alone(const Account& own, Reach reach, std::string_view lower)
{
    const bool by_names = contains(own.name, lower) || contains(own.full_name, lower);
    const bool by_email = contains(own.email, lower);
    if (reach == Reach::everybody || !(by_names || by_email)) return false;
    const bool reached = own.visibility == Visibility::public_ ? reach >= Reach::public_accounts
        : own.visibility == Visibility::limited                ? reach >= Reach::limited_accounts
                                                               : false;
    return !reached || (!by_names && own.keep_email_private);
}

Page<std::int64_t> find(const View& view, const Viewer& viewer, const SearchPatterns& patterns, const Paging& paging,
                        UserOrder order)
{
    const Reach reach = reach_of(viewer);
    // All who have one reach share what they find, unless the own account makes a difference.
    const bool alone = viewer.id != 0 && !viewer.public_only
        && finds_own_alone(accounts::account_of(view.caller), reach, patterns.lower);
    db::Composition query(people);
    narrow(query, alone ? viewer.id : 0, reach, patterns);
    if (patterns.indexed)
        query << " AND a.id IN (SELECT s.rowid FROM account_search s WHERE s.text LIKE " << db::bound(patterns.rough)
              << ")";
    switch (order) {
    case UserOrder::name: query << " ORDER BY a.lower_name"; break;
    case UserOrder::newest: query << " ORDER BY a.id DESC"; break;
    case UserOrder::oldest: query << " ORDER BY a.id"; break;
    }
    return cache::page_of_ids(view.db(), paging, cache::versions_in(view.db(), "account_change"), query);
}

Page<std::int64_t> find_one(const View& view, const Viewer& viewer, const SearchPatterns& patterns,
                            const SearchUsers& wanted)
{
    db::Composition query(people);
    narrow(query, viewer.public_only ? 0 : viewer.id, reach_of(viewer), patterns);
    return view.db().page<std::int64_t>(wanted, query << " AND a.id = " << db::bound(wanted.uid));
}

FoundUsers find_virtual(const Account& account, const SearchPatterns& patterns, const Paging& paging)
{
    FoundUsers found;
    if (!contains(account.name, patterns.lower) && !contains(account.full_name, patterns.lower)) return found;
    found.people.total = 1;
    if (paging.page <= 1) found.virtual_account = &account;
    return found;
}

} // namespace

FoundUsers search_users(const View& view, const SearchUsers& wanted, UserOrder order)
{
    const auto viewer = Viewer::of(view.caller);
    const SearchPatterns patterns(wanted.q);
    if (const Account* account = find_virtual_account(wanted.uid)) return find_virtual(*account, patterns, wanted);
    if (patterns.hopeless) return {};
    return {.people = wanted.uid != 0 ? find_one(view, viewer, patterns, wanted)
                                      : find(view, viewer, patterns, wanted, order)};
}

SearchPatterns::SearchPatterns(std::string_view text)
{
    constexpr std::size_t longest = 255; // an address; the rest is shorter
    lower = fold_case(text);
    hopeless = utf8_length(lower) > longest;
    std::size_t run = 0; // letters in a row that the index can look for
    std::size_t longest_run = 0;
    exact = rough = "%";
    for (const char c : lower) {
        const bool special = c == '%' || c == '_' || c == '\\';
        if (special) exact += '\\';
        exact += c;
        rough += c == '\\' ? '_' : c;
        const bool begins_letter = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        if (special) run = 0;
        else if (begins_letter) ++run;
        longest_run = std::max(longest_run, run);
    }
    exact += '%';
    rough += '%';
    indexed = longest_run >= 3;
}

} // namespace cairn::accounts
