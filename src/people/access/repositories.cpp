#include "access/repositories.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "accounts/account.hpp"
#include "db/composition.hpp"

namespace cairn::access {

using db::bound;
using Piece = db::Composition::Piece;

namespace {

// What the decision looks at beside the viewer and the repository.
struct Grants {
    Levels granted;      // to the viewer by name: one by one, or through teams
    bool member = false; // the viewer belongs to the organization that owns it
    Levels of_token;     // where the viewer's token is limited to single repositories
};

bool owns(const Viewer& viewer, const RepositoryFacts& repository)
{
    return repository.owner_id == viewer.id && !viewer.anonymous();
}

bool needs_grants(const Viewer& viewer, const RepositoryFacts& repository)
{
    return !viewer.admin && !viewer.anonymous() && !owns(viewer, repository);
}

bool needs_membership(const Viewer& viewer, const RepositoryFacts& repository)
{
    return needs_grants(viewer, repository) && !viewer.restricted && repository.audience == Audience::members;
}

bool in_audience(const Viewer& viewer, Audience audience, bool member)
{
    if (viewer.named_only) return false;
    if (viewer.restricted) return audience == Audience::everyone;
    switch (audience) {
    case Audience::everyone: return true;
    case Audience::signed_in: return !viewer.anonymous();
    case Audience::members: return member;
    case Audience::granted: return false;
    }
    std::unreachable();
}

// Accounts that are restricted have no more of it than those who have none.
bool is_nobody_special(const Viewer& viewer) { return viewer.anonymous() || viewer.restricted; }

Levels opened_to(const Viewer& viewer, const RepositoryFacts& repository)
{
    return is_nobody_special(viewer) ? repository.to_anybody : repository.to_everyone;
}

Levels lower_of(Levels a, Levels b) { return Levels::from_stored(a.stored() & b.stored()); }

Access decide(const Viewer& viewer, const RepositoryFacts& repository, const Grants& grants)
{
    if (viewer.public_only && repository.audience != Audience::everyone) return {};
    // Where a token may not go as far as its account, that is the same for all units.
    const auto most = viewer.token_id == 0 ? Levels::everywhere(Level::owner) : grants.of_token;
    if (!most.any()) return {};
    if (viewer.admin || owns(viewer, repository))
        return {lower_of(Levels::everywhere(Level::owner), most), repository.units};
    Levels levels = grants.granted | opened_to(viewer, repository);
    if (in_audience(viewer, repository.audience, grants.member)) levels |= Levels::everywhere(Level::read);
    return {lower_of(levels, most), repository.units};
}

// A repository has few teams, of which a person may be in many: CROSS JOIN has SQLite look at the repository's.
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

struct GivenLevels {
    std::int64_t repository_id = 0;
    std::int64_t levels = 0;
};
BOOST_DESCRIBE_STRUCT(GivenLevels, (), (repository_id, levels))

// The levels of each repository that `query` says something of.
std::map<std::int64_t, Levels> read_levels(db::Queries& db, const db::Composition& query)
{
    std::map<std::int64_t, Levels> levels;
    for (const auto& given : db.all<GivenLevels>(query))
        levels[given.repository_id] |= Levels::from_stored(given.levels);
    return levels;
}

std::map<std::int64_t, Levels> granted_levels(db::Queries& db, std::int64_t account_id,
                                              const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    db::Composition query("SELECT repository_id, levels FROM collaboration WHERE account_id = ");
    query << bound(account_id) << " AND repository_id IN " << bound(ids)
          << " UNION ALL SELECT tr.repository_id, t.levels FROM team_repository tr CROSS JOIN team_member tm"
             " CROSS JOIN team t WHERE tm.team_id = tr.team_id AND t.id = tr.team_id AND tm.account_id = "
          << bound(account_id) << " AND tr.repository_id IN " << bound(ids);
    return read_levels(db, query);
}

std::vector<std::int64_t> own_organizations(db::Queries& db, std::int64_t account_id,
                                            const std::vector<std::int64_t>& among)
{
    if (among.empty()) return {};
    db::Composition query("SELECT organization_id FROM organization_member WHERE account_id = ");
    query << bound(account_id) << " AND organization_id IN " << bound(among);
    return db.all<std::int64_t>(query);
}

std::map<std::int64_t, Levels> token_levels(db::Queries& db, std::int64_t token_id,
                                            std::span<const RepositoryFacts> repositories)
{
    if (token_id == 0) return {};
    std::vector<std::int64_t> ids;
    for (const auto& repository : repositories) ids.push_back(repository.id);
    db::Composition query("SELECT repository_id, levels FROM token_repository WHERE token_id = ");
    query << bound(token_id) << " AND repository_id IN " << bound(ids);
    return read_levels(db, query);
}

Levels level_in(const std::map<std::int64_t, Levels>& levels, std::int64_t id)
{
    const auto found = levels.find(id);
    return found == levels.end() ? Levels{} : found->second;
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
    if (viewer.named_only) query << "FALSE";
    else if (viewer.anonymous() || viewer.restricted) query << "r.audience = 0";
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
// Repositories of which something is open to the viewer, who was not let in by name: few, if any.
void add_opened(db::Composition& query, const Viewer& viewer, std::optional<Unit> unit)
{
    const std::string levels = is_nobody_special(viewer) ? "x.anonymous_levels" : "x.everyone_levels";
    query << " OR r.id IN (SELECT x.id FROM repository x WHERE x.everyone_levels <> 0 AND "
          << Piece::trusted(unit ? unit_bits(*unit, levels) : levels) << " <> 0)";
}

// Repositories that the viewer has been let into by name, as far as `counts` (of a grant's levels) is not zero.
void add_granted(db::Composition& query, std::int64_t viewer, std::string_view of_person, std::string_view of_team)
{
    query << "r.id IN (SELECT c.repository_id FROM collaboration c WHERE " << Piece::trusted(of_person)
          << " <> 0 AND c.account_id = " << bound(viewer)
          << ") OR r.id IN (SELECT tr.repository_id FROM team_member tm"
             " JOIN team t ON t.id = tm.team_id JOIN team_repository tr ON tr.team_id = tm.team_id WHERE "
          << Piece::trusted(of_team) << " <> 0 AND tm.account_id = " << bound(viewer) << ")";
}

void add_visible(db::Composition& query, const Viewer& viewer, std::optional<Unit> unit)
{
    const std::string of_person = unit ? unit_bits(*unit, "c.levels") : "c.levels";
    const std::string of_team = unit ? unit_bits(*unit, "t.levels") : "t.levels";
    query << "(";
    if (viewer.admin) query << "TRUE";
    else {
        add_in_audience(query, viewer);
        add_opened(query, viewer, unit);
        if (!viewer.anonymous()) {
            query << " OR r.owner_id = " << bound(viewer.id) << " OR ";
            add_granted(query, viewer.id, of_person, of_team);
        }
    }
    query << ")";
    add_within_credential(query, viewer);
}

} // namespace

Access access_to(db::Queries& db, const Viewer& viewer, const RepositoryFacts& repository)
{
    Grants grants;
    if (viewer.token_id != 0)
        grants.of_token = Levels::from_stored(
            db.first<std::int64_t>("SELECT levels FROM token_repository WHERE token_id = $1 AND repository_id = $2",
                                   viewer.token_id, repository.id)
                .value_or(0));
    if (needs_grants(viewer, repository)) grants.granted = granted_levels(db, viewer.id, repository.id);
    if (needs_membership(viewer, repository))
        grants.member = db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM organization_member WHERE organization_id = $1"
                                        " AND account_id = $2) AS value",
                                        repository.owner_id, viewer.id);
    return decide(viewer, repository, grants);
}

std::vector<Access> access_to(db::Queries& db, const Viewer& viewer, std::span<const RepositoryFacts> repositories)
{
    std::vector<std::int64_t> may_be_granted;
    std::vector<std::int64_t> owners;
    for (const auto& repository : repositories) {
        if (needs_grants(viewer, repository)) may_be_granted.push_back(repository.id);
        if (needs_membership(viewer, repository)) owners.push_back(repository.owner_id);
    }
    const auto granted = granted_levels(db, viewer.id, may_be_granted);
    const auto organizations = own_organizations(db, viewer.id, owners);
    const auto of_token = token_levels(db, viewer.token_id, repositories);
    std::vector<Access> decided;
    decided.reserve(repositories.size());
    for (const auto& repository : repositories)
        decided.push_back(
            decide(viewer, repository,
                   {.granted = level_in(granted, repository.id),
                    .member = std::ranges::find(organizations, repository.owner_id) != organizations.end(),
                    .of_token = level_in(of_token, repository.id)}));
    return decided;
}

void add_sees(db::Composition& query, const Viewer& viewer) { add_visible(query, viewer, std::nullopt); }

void add_reads(db::Composition& query, const Viewer& viewer, Unit unit)
{
    query << "(r.units >> " << Piece::trusted(std::to_string(static_cast<unsigned>(unit))) << ") & 1 = 1 AND ";
    add_may_read(query, viewer, unit);
}

void add_may_read(db::Composition& query, const Viewer& viewer, Unit unit) { add_visible(query, viewer, unit); }

void add_reader(db::Composition& query, const RepositoryFacts& repository, Unit unit)
{
    if (!repository.units.has(unit)) {
        query << "FALSE";
        return;
    }
    query << "(a.is_admin OR a.id = " << bound(repository.owner_id);
    if (repository.to_anybody.on(unit) >= Level::read) query << " OR TRUE";
    if (repository.to_everyone.on(unit) >= Level::read) query << " OR NOT a.is_restricted";
    if (repository.audience == Audience::everyone) query << " OR TRUE";
    else if (repository.audience == Audience::signed_in) query << " OR NOT a.is_restricted";
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

std::vector<std::int64_t> collaborators_among(db::Queries& db, const RepositoryFacts& repository, Unit unit,
                                              const std::vector<std::int64_t>& accounts)
{
    if (accounts.empty() || !repository.units.has(unit)) return {};
    const auto write = std::to_string(Levels::bits(Level::write));
    db::Composition query("SELECT a.id AS value FROM account a WHERE a.id IN ");
    query << bound(accounts) << " AND (a.id = " << bound(repository.owner_id)
          << " OR EXISTS (SELECT 1 FROM collaboration c WHERE c.account_id = a.id AND "
          << Piece::trusted(unit_bits(unit, "c.levels")) << " >= " << Piece::trusted(write)
          << " AND c.repository_id = " << bound(repository.id)
          << ") OR EXISTS (SELECT 1 FROM team_repository tr JOIN team t ON t.id = tr.team_id"
             " JOIN team_member tm ON tm.team_id = tr.team_id WHERE tm.account_id = a.id AND "
          << Piece::trusted(unit_bits(unit, "t.levels")) << " >= " << Piece::trusted(write)
          << " AND tr.repository_id = " << bound(repository.id) << "))";
    return db.all<std::int64_t>(query);
}

} // namespace cairn::access
