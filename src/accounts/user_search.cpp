#include "accounts/user_search.hpp"

#include <algorithm>

#include "accounts/found_accounts.hpp"
#include "accounts/guards.hpp"
#include "accounts/virtual_accounts.hpp"
#include "accounts/written_users.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/composition.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct UserSearchResults {
    bool ok = true;
    std::vector<Written<User>> data;
};
BOOST_DESCRIBE_STRUCT(UserSearchResults, (), (ok, data))
constexpr auto notes(const UserSearchResults*) { return std::array{Note{"", "The people that were found"}}; }

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

// How far a search reaches, beside the own account. Unlike a profile, a private account is not opened by following.
enum class Reach : std::uint8_t { nobody, public_accounts, limited_accounts, everybody };

Reach reach_of(const Viewer& viewer)
{
    if (viewer.id == 0 || viewer.public_only) return Reach::public_accounts;
    if (viewer.admin) return Reach::everybody;
    return viewer.restricted ? Reach::nobody : Reach::limited_accounts;
}

// $1 is the id of whose account is found in any case, $2 the reach, $3 the exact pattern. A hidden address is found by
// those who may read it.
constexpr db::SqlText found_sql =
    " FROM account a WHERE a.kind = 'individual' AND (a.id = $1 OR ($2 >= 1 AND a.visibility = 'public')"
    " OR ($2 >= 2 AND a.visibility = 'limited') OR $2 >= 3)"
    " AND (a.lower_name LIKE $3 ESCAPE '\\' OR lower(a.full_name) LIKE $3 ESCAPE '\\'"
    " OR (lower(a.email) LIKE $3 ESCAPE '\\' AND (NOT a.keep_email_private OR a.id = $1 OR $2 >= 3)))";
constexpr db::SqlText by_name = " ORDER BY a.lower_name";
constexpr auto ids_indexed = "SELECT a.id AS value" + found_sql
    + " AND a.id IN (SELECT s.rowid FROM account_search s WHERE s.text LIKE $4)" + by_name;
constexpr auto ids_of_all = "SELECT a.id AS value" + found_sql + by_name;
constexpr auto with_id = "SELECT a.id" + found_sql + " AND a.id = $4";

bool contains(std::string_view text, std::string_view lower)
{
    return text::to_lower(text).find(lower) != std::string::npos;
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

std::shared_ptr<const FoundAccounts::Ids> find(Call& call, const Viewer& viewer, const SearchPatterns& patterns)
{
    const Reach reach = reach_of(viewer);
    const auto number = static_cast<int>(reach);
    // All who have one reach share what they find, unless the own account makes a difference.
    const bool alone =
        viewer.id != 0 && !viewer.public_only && finds_own_alone(*call.caller.account, reach, patterns.lower);
    const std::int64_t own = alone ? viewer.id : 0;
    return call.site.found_accounts.get(std::to_string(own) + "/" + std::to_string(number) + "/" + patterns.lower, [&] {
        return patterns.indexed
            ? call.db().all<std::int64_t>(ids_indexed.text, own, number, patterns.exact, patterns.rough)
            : call.db().all<std::int64_t>(ids_of_all.text, own, number, patterns.exact);
    });
}

Counted<UserSearchResults> show(const Call& call, std::span<const std::int64_t> page, std::int64_t total)
{
    return {{.data = write_users(call, page)}, total};
}

Result<Counted<UserSearchResults>> search(Call& call, Query<SearchUsers> query)
{
    const auto viewer = Viewer::of(call.caller);
    const SearchPatterns patterns(query->q);
    if (const Account* account = find_virtual_account(query->uid)) {
        const auto shown = show_user(*account, call.caller, call.settings());
        Counted<UserSearchResults> results{{}, 1};
        results.value.data.emplace_back().text = to_json(type_of<User>(), &shown);
        return results;
    }
    if (patterns.hopeless) return show(call, {}, 0);
    if (query->uid != 0) {
        const auto found = call.db().page<std::int64_t>(query.value, with_id.text, viewer.public_only ? 0 : viewer.id,
                                                        static_cast<int>(reach_of(viewer)), patterns.exact, query->uid);
        return show(call, found.items, found.total);
    }
    const auto found = find(call, viewer, patterns);
    const auto begin = std::min(static_cast<std::size_t>(query->offset()), found->size());
    const auto count = std::min(static_cast<std::size_t>(query->limit), found->size() - begin);
    return show(call, std::span(*found).subspan(begin, count), static_cast<std::int64_t>(found->size()));
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/users/search", scope::user, anyone, handle<search>, 200, "userSearch", "Search people"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

SearchPatterns::SearchPatterns(std::string_view text)
{
    constexpr std::size_t longest = 255; // an address; the rest is shorter
    lower = text::to_lower(text);
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

const Table user_search_table{"user", operations};

} // namespace cairn::accounts
