#include "repositories/written.hpp"

#include <algorithm>

#include "api/operation.hpp"
#include "cache/fragment_cache.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

using access::Access;
using access::Unit;
using cache::Fragment;
using cache::VersionedKey;

namespace {

struct RowState {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::int64_t audience = 0;
    std::int64_t units = 0;
    std::int64_t anonymous_levels = 0;
    std::int64_t everyone_levels = 0;
    std::int64_t version = 0;
    std::int64_t owner_version = 0;
    bool alone = false; // no other row than its own and its owner's has a part in what is shown

    access::RepositoryFacts facts() const
    {
        return {.id = id,
                .owner_id = owner_id,
                .audience = static_cast<access::Audience>(audience),
                .units = access::Units::from_stored(units),
                .to_anybody = access::Levels::from_stored(anonymous_levels),
                .to_everyone = access::Levels::from_stored(everyone_levels)};
    }
};
BOOST_DESCRIBE_STRUCT(RowState, (),
                      (id, owner_id, audience, units, anonymous_levels, everyone_levels, version, owner_version, alone))

// In the order of their ids.
std::vector<RowState> read_states(db::Queries& db, std::span<const std::int64_t> ids)
{
    db::Composition query("SELECT r.id, r.owner_id, r.audience, r.units, r.anonymous_levels, r.everyone_levels, "
                          "r.version, o.version AS owner_version,"
                          " (r.fork_of IS NULL AND NOT r.mirror AND NOT r.transferring) AS alone"
                          " FROM repository r JOIN account o ON o.id = r.owner_id WHERE r.id IN ");
    query << db::bound(std::vector(ids.begin(), ids.end()));
    auto states = db.all<RowState>(query);
    std::ranges::sort(states, {}, &RowState::id); // for PostgreSQL it would be a quarter of the work
    return states;
}

// All that makes a difference to what is shown of a repository.
enum class Right : std::uint8_t { administers, writes_code, reads_code, sees_it, count };

cache::RightSet rights_in(const Access& access)
{
    return cache::RightSet()
        .set(Right::administers, access.administers())
        .set(Right::writes_code, access.writes(Unit::code))
        .set(Right::reads_code, access.reads(Unit::code))
        .set(Right::sees_it, access.whole() != access::Level::none);
}

// What is asked for, in the order of the ids: who has which rights in them, and what they are kept by.
struct Wanted {
    std::vector<Access> access;
    std::vector<VersionedKey> keys;
};

Wanted read(const api::View& view, std::span<const std::int64_t> ids, const access::Viewer& permissions_of)
{
    const auto states = read_states(view.db(), ids);
    std::vector<access::RepositoryFacts> facts;
    facts.reserve(states.size());
    for (const auto& state : states) facts.push_back(state.facts());
    Wanted wanted{.access = access::access_to(view.db(), permissions_of, facts), .keys = {}};
    wanted.keys.reserve(states.size());
    for (std::size_t i = 0; i < states.size(); ++i)
        wanted.keys.push_back({.key = {.id = states[i].id,
                                       .kind = cache::FragmentKind::repository,
                                       .rights = rights_in(wanted.access[i])},
                               .versions = {states[i].version, states[i].owner_version},
                               .kept = states[i].alone});
    return wanted;
}

// What is read now may be newer than the versions that it is kept for. Then nobody asks for them any more.
void make(const api::View& view, const Wanted& known, std::span<const std::size_t> wanted, std::span<Fragment> into)
{
    if (wanted.empty()) return;
    std::vector<std::int64_t> ids;
    for (const auto i : wanted) ids.push_back(known.keys[i].key.id);
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << db::bound(ids);
    const auto rows = view.db().all<StoredRepository>(query);
    std::vector<std::size_t> places;
    std::vector<Access> rights;
    for (const auto& row : rows) {
        const auto key = std::ranges::lower_bound(known.keys, row.id, {}, [](const auto& one) { return one.key.id; });
        places.push_back(static_cast<std::size_t>(key - known.keys.begin()));
        rights.push_back(known.access[places.back()]);
    }
    const auto shown = show_repositories(view, rows, rights);
    for (std::size_t i = 0; i < shown.size(); ++i)
        into[places[i]] = std::make_shared<const std::string>(api::to_json(type_of<Repository>(), &shown[i]));
}

} // namespace

std::vector<Written<Repository>> write_repositories(const api::View& view, std::span<const std::int64_t> ids,
                                                    const access::Viewer& permissions_of)
{
    if (ids.empty()) return {};
    const auto known = read(view, ids, permissions_of);
    const auto made = cache::fragments(
        view.db(), known.keys,
        [&](std::span<const std::size_t> wanted, std::span<Fragment> into) { make(view, known, wanted, into); },
        [&] { return read(view, ids, permissions_of).keys; });
    return cache::fragments_of<Repository>(ids, known.keys, made);
}

} // namespace cairn::repositories
