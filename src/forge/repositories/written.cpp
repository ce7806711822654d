#include "repositories/written.hpp"

#include <algorithm>

#include "api/operation.hpp"
#include "db/composition.hpp"
#include "db/kept_words.hpp"

namespace cairn::repositories {

using access::Access;
using access::Unit;

namespace {

db::KeptWords& kept()
{
    static db::KeptWords words;
    return words;
}

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

unsigned rights_in(const Access& access)
{
    return unsigned{access.administers()} | unsigned{access.writes(Unit::code)} << 1
        | unsigned{access.reads(Unit::code)} << 2 | unsigned{access.whole() != access::Level::none} << 3;
}

// What is read now may be newer than the state that it is kept for. Then that state is gone and nobody asks for it.
void write_missing(const api::View& view, std::span<const RowState> states, std::span<const Access> access,
                   std::span<const db::Worded> worded, std::span<db::Words> words)
{
    std::vector<std::int64_t> missing;
    for (std::size_t i = 0; i < states.size(); ++i)
        if (!words[i]) missing.push_back(states[i].id);
    if (missing.empty()) return;
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << db::bound(missing);
    const auto rows = view.db().all<StoredRepository>(query);
    std::vector<std::size_t> places;
    std::vector<Access> rights;
    for (const auto& row : rows) {
        const auto state = std::ranges::lower_bound(states, row.id, {}, &RowState::id);
        places.push_back(static_cast<std::size_t>(state - states.begin()));
        rights.push_back(access[places.back()]);
    }
    const auto shown = show_repositories(view, rows, rights);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto place = places[i];
        words[place] = std::make_shared<const std::string>(api::to_json(type_of<Repository>(), &shown[i]));
        if (states[place].alone) kept().keep(worded[place], words[place]);
    }
}

} // namespace

std::vector<Written<Repository>> write_repositories(const api::View& view, std::span<const std::int64_t> ids,
                                                    const access::Viewer& permissions_of)
{
    if (ids.empty()) return {};
    const auto states = read_states(view.db(), ids);
    std::vector<access::RepositoryFacts> facts;
    facts.reserve(states.size());
    for (const auto& state : states) facts.push_back(state.facts());
    const auto access = access::access_to(view.db(), permissions_of, facts);
    std::vector<db::Worded> worded;
    worded.reserve(states.size());
    for (std::size_t i = 0; i < states.size(); ++i)
        worded.push_back({.id = states[i].id,
                          .versions = {states[i].version, states[i].owner_version},
                          .rights = rights_in(access[i])});
    auto words = kept().find(worded);
    write_missing(view, states, access, worded, words);
    return db::words_of<Repository>(ids, worded, words);
}

} // namespace cairn::repositories
