#include "contents/fork_distance.hpp"

#include <chrono>
#include <vector>

#include "contents/holders.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"
#include "repositories/references/branch.hpp"

namespace cairn::contents {

using db::bound;
using git::ObjectId;
using repositories::StoredRepository;

namespace {

constexpr auto longest_look = std::chrono::milliseconds(300); // for all of a page

struct ForkTip {
    std::int64_t id = 0;
    std::string storage;
    std::string commit_id;
};
BOOST_DESCRIBE_STRUCT(ForkTip, (), (id, storage, commit_id))

// One of the two has both, unless each has commits that the other has not.
std::optional<git::Distance> distance_in(git::Repositories& repositories, const std::string& storage,
                                         const ObjectId& fork, const ObjectId& base)
{
    const auto opened = repositories.open(storage);
    if (!opened || !(*opened)->contains(fork) || !(*opened)->contains(base)) return {};
    return distances(**opened, {&fork, 1}, base).at(0);
}

} // namespace

std::map<std::int64_t, git::Distance> fork_distances(const api::Call& call, const StoredRepository& base,
                                                     std::span<const std::int64_t> forks)
{
    std::map<std::int64_t, git::Distance> found;
    const auto tip = repositories::find_branch(call.db(), base.id, base.default_branch);
    const auto base_tip = tip ? ObjectId::parse(tip->commit_id) : std::nullopt;
    if (!base_tip || forks.empty()) return found;
    db::Composition wanted(
        "SELECT r.id, r.storage, b.commit_id FROM repository r JOIN branch b ON b.repository_id = r.id"
        " AND b.name = r.default_branch WHERE r.id IN ");
    wanted << bound(std::vector<std::int64_t>(forks.begin(), forks.end()));
    const auto end = std::chrono::steady_clock::now() + longest_look;
    auto& repositories = call.site.get<git::Repositories>();
    for (const auto& fork : call.db().all<ForkTip>(wanted)) {
        const auto fork_tip = ObjectId::parse(fork.commit_id);
        if (!fork_tip) continue;
        if (*fork_tip == *base_tip) {
            found[fork.id] = {};
            continue;
        }
        if (std::chrono::steady_clock::now() > end) continue;
        auto distance = distance_in(repositories, fork.storage, *fork_tip, *base_tip);
        if (!distance) distance = distance_in(repositories, base.storage, *fork_tip, *base_tip);
        if (distance) found[fork.id] = *distance;
    }
    return found;
}

} // namespace cairn::contents
