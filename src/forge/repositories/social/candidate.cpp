#include "repositories/social/candidate.hpp"

#include "api/view.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

using namespace api;
using access::Level;
using access::Levels;
using access::Unit;
using accounts::Account;
using db::bound;

namespace {

// Those who were let in by name, as the accounts `a`.
void add_let_in(db::Composition& query, const RepositoryContext& place, Level least, std::initializer_list<Unit> units)
{
    query << " FROM account a WHERE a.is_active AND a.id <> " << bound(place.owner.id)
          << " AND a.id IN (SELECT c.account_id FROM collaboration c WHERE NOT c.temporary AND c.repository_id = "
          << bound(place.repository.id) << " AND (c.levels & 15) >= " << bound(Levels::bits(least))
          << " UNION SELECT tm.account_id FROM team_repository tr JOIN team t ON t.id = tr.team_id"
             " JOIN team_member tm ON tm.team_id = t.id WHERE tr.repository_id = "
          << bound(place.repository.id) << " AND (FALSE";
    for (const auto unit : units)
        query << " OR ((t.levels >> " << bound(static_cast<int>(Levels::shift(unit)))
              << ") & 15) >= " << bound(Levels::bits(least));
    query << "))";
}

std::vector<Account> candidates(const View& view, const RepositoryContext& place, Level least,
                                std::initializer_list<Unit> units)
{
    db::Composition query("SELECT a.*");
    add_let_in(query, place, least, units);
    query << " ORDER BY a.lower_name";
    auto found = view.db().all<Account>(query);
    if (place.owner.kind == accounts::AccountKind::individual) found.push_back(place.owner);
    return found;
}

} // namespace

std::vector<Account> assignees(const View& view, const RepositoryContext& place)
{
    return candidates(view, place, Level::write, {Unit::issues, Unit::pulls});
}

std::vector<Account> reviewers(const View& view, const RepositoryContext& place)
{
    return candidates(view, place, Level::read, {Unit::pulls});
}

std::set<std::int64_t> maintainers_among(const View& view, const RepositoryContext& place,
                                         const std::vector<std::int64_t>& account_ids)
{
    if (account_ids.empty()) return {};
    db::Composition query("SELECT a.id AS value");
    add_let_in(query, place, Level::write, {Unit::issues, Unit::pulls});
    query << " AND a.id IN " << bound(account_ids);
    const auto found = view.db().all<std::int64_t>(query);
    return {found.begin(), found.end()};
}

bool can_be_assigned(db::Queries& db, const RepositoryContext& place, const Account& person)
{
    const access::Viewer viewer{.id = person.id, .admin = person.is_admin, .restricted = person.is_restricted};
    const auto access = access::access_to(db, viewer, place.repository.facts());
    const bool reads = access.reads(Unit::issues) || access.reads(Unit::pulls);
    return person.kind == accounts::AccountKind::individual && reads;
}

} // namespace cairn::repositories
