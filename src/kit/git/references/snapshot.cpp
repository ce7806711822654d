#include "git/references/snapshot.hpp"

namespace cairn::git {

Result<Snapshot> take_snapshot(const Repository& repository)
{
    Snapshot found;
    for (const auto prefix : {heads, tags})
        TRY(for_each_reference(repository, prefix,
                               [&](std::string_view name, const ObjectId& target) { found.emplace(name, target); }));
    return found;
}

std::vector<RefUpdate> changes_between(const Snapshot& before, const Snapshot& after)
{
    std::vector<RefUpdate> changes;
    for (const auto& [name, id] : after) {
        const auto old = before.find(name);
        if (old == before.end()) changes.push_back({.name = name, .before = {}, .after = id});
        else if (old->second != id) changes.push_back({.name = name, .before = old->second, .after = id});
    }
    for (const auto& [name, id] : before)
        if (!after.contains(name)) changes.push_back({.name = name, .before = id, .after = {}});
    return changes;
}

} // namespace cairn::git
