#include "access/repositories.hpp"

#include "accounts/account.hpp"
#include "db/composition.hpp"

namespace cairn::access {

using db::bound;
using Piece = db::Composition::Piece;

namespace {

// The levels that were given to somebody by name: one by one, or through teams. A repository has few teams, of which a
// person may be in many: CROSS JOIN has SQLite look at the repository's.
Levels granted_levels(db::Queries& db, std::int64_t account_id, std::int64_t repository_id)
{
    Levels levels;
    for (const auto given :
         db.all<std::int64_t>("SELECT levels FROM collaboration WHERE repository_id = $1 AND account_id = $2 UNION ALL"
                              " SELECT t.levels FROM team_repository tr CROSS JOIN team_member tm"
                              " CROSS JOIN team t WHERE tr.repository_id = $3 AND tm.team_id = tr.team_id"
                              " AND tm.account_id = $4 AND t.id = tr.team_id",
                              repository_id, account_id, repository_id, account_id))
        levels |= Levels::from_stored(given);
    return levels;
}

bool is_member(db::Queries& db, std::int64_t organization_id, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM organization_member WHERE organization_id = $1"
                           " AND account_id = $2) AS value",
                           organization_id, account_id);
}

bool in_audience(db::Queries& db, const Viewer& viewer, const RepositoryFacts& repository)
{
    if (viewer.restricted) return false;
    switch (repository.audience) {
    case Audience::everyone: return true;
    case Audience::signed_in: return !viewer.anonymous();
    case Audience::members: return !viewer.anonymous() && is_member(db, repository.owner_id, viewer.id);
    case Audience::granted: return false;
    }
    std::unreachable();
}

Levels lower_of(Levels a, Levels b) { return Levels::from_stored(a.stored() & b.stored()); }

// What the credential leaves of the account's rights. Where a token may not go as far as its account, that is the same
// for all units.
Levels most_by_credential(db::Queries& db, const Viewer& viewer, const RepositoryFacts& repository)
{
    if (viewer.public_only && repository.audience != Audience::everyone) return {};
    if (viewer.token_id == 0) return Levels::everywhere(Level::owner);
    return Levels::from_stored(
        db.first<std::int64_t>("SELECT levels FROM token_repository WHERE token_id = $1 AND repository_id = $2",
                               viewer.token_id, repository.id)
            .value_or(0));
}

void add_within_credential(db::Composition& query, const Viewer& viewer)
{
    if (viewer.public_only) query << " AND r.audience = 0";
    if (viewer.token_id != 0)
        query << " AND EXISTS (SELECT 1 FROM token_repository tk WHERE tk.repository_id = r.id AND tk.token_id = "
              << bound(viewer.token_id) << ")";
}

void add_in_audience(db::Composition& query, const Viewer& viewer)
{
    if (viewer.restricted) query << "FALSE";
    else if (viewer.anonymous()) query << "r.audience = 0";
    else
        query << "r.audience <= 1 OR (r.audience = 2 AND EXISTS (SELECT 1 FROM organization_member om"
                 " WHERE om.organization_id = r.owner_id AND om.account_id = "
              << bound(viewer.id) << "))";
}

// `c` and `t` stand for the bits that the condition or expression looks at.
std::string unit_bits(Unit unit, std::string_view levels)
{
    return "((" + std::string(levels) + " >> " + std::to_string(Levels::shift(unit)) + ") & 15)";
}
std::string whole_bits(std::string_view levels) { return "(" + std::string(levels) + " & 15)"; }

// Repositories that the viewer has been let into by name, as far as `counts` (of a grant's levels) is not zero.
void add_granted(db::Composition& query, std::int64_t viewer, std::string_view of_person, std::string_view of_team)
{
    query << "r.id IN (SELECT c.repository_id FROM collaboration c WHERE " << Piece::trusted(of_person)
          << " <> 0 AND c.account_id = " << bound(viewer)
          << ") OR r.id IN (SELECT tr.repository_id FROM team_member tm"
             " JOIN team t ON t.id = tm.team_id JOIN team_repository tr ON tr.team_id = tm.team_id WHERE "
          << Piece::trusted(of_team) << " <> 0 AND tm.account_id = " << bound(viewer) << ")";
}

void add_visible(db::Composition& query, const Viewer& viewer, std::string_view of_person, std::string_view of_team)
{
    query << "(";
    if (viewer.admin) query << "TRUE";
    else {
        add_in_audience(query, viewer);
        if (!viewer.anonymous()) {
            query << " OR r.owner_id = " << bound(viewer.id) << " OR ";
            add_granted(query, viewer.id, of_person, of_team);
        }
    }
    query << ")";
    add_within_credential(query, viewer);
}

void add_highest_of_account(db::Composition& query, const Viewer& viewer, const std::string& of_person,
                            const std::string& of_team)
{
    if (viewer.admin) {
        query << "15";
        return;
    }
    if (viewer.anonymous()) {
        query << "1";
        return;
    }
    query << "CASE WHEN r.owner_id = " << bound(viewer.id)
          << " THEN 15 ELSE (SELECT COALESCE(MAX(bits), 0) FROM (SELECT " << Piece::trusted(of_person)
          << " AS bits FROM collaboration c WHERE c.repository_id = r.id AND c.account_id = " << bound(viewer.id)
          << " UNION ALL SELECT " << Piece::trusted(of_team)
          << " FROM team_repository tr CROSS JOIN team_member tm CROSS JOIN team t WHERE tr.repository_id = r.id"
             " AND tm.team_id = tr.team_id AND t.id = tr.team_id AND tm.account_id = "
          << bound(viewer.id) << " UNION ALL SELECT CASE WHEN ";
    add_in_audience(query, viewer);
    query << " THEN 1 ELSE 0 END) given) END";
}

void add_highest(db::Composition& query, const Viewer& viewer, const std::string& of_person, const std::string& of_team)
{
    query << "(";
    add_highest_of_account(query, viewer, of_person, of_team);
    query << ")";
    if (viewer.token_id != 0)
        query << " & (SELECT tk.levels & 15 FROM token_repository tk WHERE tk.repository_id = r.id AND tk.token_id = "
              << bound(viewer.token_id) << ")";
}

} // namespace

Access access_to(db::Queries& db, const Viewer& viewer, const RepositoryFacts& repository)
{
    const auto most = most_by_credential(db, viewer, repository);
    if (!most.any()) return {};
    if (viewer.admin || (repository.owner_id == viewer.id && !viewer.anonymous()))
        return {lower_of(Levels::everywhere(Level::owner), most), repository.units, true};
    Levels levels;
    if (in_audience(db, viewer, repository)) levels |= Levels::everywhere(Level::read);
    if (!viewer.anonymous()) levels |= granted_levels(db, viewer.id, repository.id);
    return {lower_of(levels, most), repository.units, repository.audience == Audience::everyone};
}

void add_sees(db::Composition& query, const Viewer& viewer) { add_visible(query, viewer, "c.levels", "t.levels"); }

void add_reads(db::Composition& query, const Viewer& viewer, Unit unit)
{
    query << "(r.units >> " << Piece::trusted(std::to_string(static_cast<unsigned>(unit))) << ") & 1 = 1 AND ";
    add_may_read(query, viewer, unit);
}

void add_may_read(db::Composition& query, const Viewer& viewer, Unit unit)
{
    add_visible(query, viewer, unit_bits(unit, "c.levels"), unit_bits(unit, "t.levels"));
}

void add_reader(db::Composition& query, const RepositoryFacts& repository, Unit unit)
{
    if (!repository.units.has(unit)) {
        query << "FALSE";
        return;
    }
    query << "(a.is_admin OR a.id = " << bound(repository.owner_id);
    if (repository.audience <= Audience::signed_in) query << " OR NOT a.is_restricted";
    else if (repository.audience == Audience::members)
        query << " OR (NOT a.is_restricted AND EXISTS (SELECT 1 FROM organization_member om WHERE om.account_id = a.id"
                 " AND om.organization_id = "
              << bound(repository.owner_id) << "))";
    query << " OR EXISTS (SELECT 1 FROM collaboration c WHERE c.account_id = a.id AND "
          << Piece::trusted(unit_bits(unit, "c.levels")) << " <> 0 AND c.repository_id = " << bound(repository.id)
          << ") OR EXISTS (SELECT 1 FROM team_repository tr JOIN team t ON t.id = tr.team_id"
             " JOIN team_member tm ON tm.team_id = tr.team_id WHERE tm.account_id = a.id AND "
          << Piece::trusted(unit_bits(unit, "t.levels")) << " <> 0 AND tr.repository_id = " << bound(repository.id)
          << "))";
}

void add_level(db::Composition& query, const Viewer& viewer)
{
    add_highest(query, viewer, whole_bits("c.levels"), whole_bits("t.levels"));
}

void add_level(db::Composition& query, const Viewer& viewer, Unit unit)
{
    query << "CASE WHEN (r.units >> " << Piece::trusted(std::to_string(static_cast<unsigned>(unit)))
          << ") & 1 = 0 THEN 0 ELSE ";
    add_highest(query, viewer, unit_bits(unit, "c.levels"), unit_bits(unit, "t.levels"));
    query << " END";
}

} // namespace cairn::access
