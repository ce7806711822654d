#include "repositories/protection/listed_names.hpp"

#include <set>

#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

using accounts::Account;
using accounts::AccountKind;
using db::bound;

namespace {

struct NamedTeam {
    std::int64_t id = 0;
    std::string lower_name;
    bool has_repository = false;
};
BOOST_DESCRIBE_STRUCT(NamedTeam, (), (id, lower_name, has_repository))

std::set<std::string> lower_names(std::span<const std::string> names)
{
    std::set<std::string> lower;
    for (const auto& name : names) lower.insert(text::to_lower(name));
    return lower;
}

} // namespace

Result<std::vector<Account>> people_named(db::Queries& db, std::span<const std::string> names)
{
    std::vector<Account> people;
    for (const auto& name : lower_names(names)) {
        auto account = accounts::find_account(db, name);
        if (!account || account->kind != AccountKind::individual)
            return fail(Errc::unprocessable, "there is nobody named " + name);
        people.push_back(std::move(*account));
    }
    return people;
}

Result<std::vector<std::int64_t>> teams_named(db::Queries& db, const RepositoryContext& place,
                                              std::span<const std::string> names)
{
    if (place.owner.kind != AccountKind::organization || names.empty()) return std::vector<std::int64_t>();
    auto wanted = lower_names(names);
    std::vector<std::int64_t> ids;
    for (const auto& team :
         db.all<NamedTeam>("SELECT t.id, t.lower_name, EXISTS (SELECT 1 FROM team_repository tr WHERE tr.team_id = t.id"
                           " AND tr.repository_id = $2) AS has_repository FROM team t WHERE t.organization_id = $1",
                           place.owner.id, place.repository.id))
        if (wanted.erase(team.lower_name) > 0 && team.has_repository) ids.push_back(team.id);
    if (!wanted.empty()) return fail(Errc::unprocessable, "there is no team named " + *wanted.begin());
    return ids;
}

access::Access access_of(db::Queries& db, const Account& account, const StoredRepository& repository)
{
    const access::Viewer viewer{.id = account.id, .admin = account.is_admin, .restricted = account.is_restricted};
    return access::access_to(db, viewer, repository.facts());
}

void add_was_let_in(db::Composition& query, const RepositoryContext& place)
{
    // Anything at all, or at least writing: a level is stored as the bits of those below it, too.
    const bool reading_is_free = !place.repository.private_ && place.owner.kind == AccountKind::individual;
    const std::int64_t counts = reading_is_free
        ? access::Levels::bits(access::Level::write) & ~access::Levels::bits(access::Level::read)
        : access::Levels::everywhere(access::Level::owner).stored();
    query << "(a.id = " << bound(place.owner.id)
          << " OR EXISTS (SELECT 1 FROM collaboration c WHERE c.account_id = a.id AND c.repository_id = "
          << bound(place.repository.id) << " AND c.levels & " << bound(counts)
          << " <> 0) OR EXISTS (SELECT 1 FROM team_member tm JOIN team_repository tr ON tr.team_id = tm.team_id"
             " JOIN team t ON t.id = tm.team_id WHERE tm.account_id = a.id AND tr.repository_id = "
          << bound(place.repository.id) << " AND t.levels & " << bound(counts) << " <> 0))";
}

bool was_let_in(db::Queries& db, const Account& account, const RepositoryContext& place)
{
    db::Composition query("SELECT a.id FROM account a WHERE a.id = ");
    query << bound(account.id) << " AND ";
    add_was_let_in(query, place);
    return db.first<std::int64_t>(query).has_value();
}

} // namespace cairn::repositories
