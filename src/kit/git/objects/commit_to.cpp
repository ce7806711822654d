// The one way to put a commit on a branch: read, make, compare and swap, and again if somebody was faster.
#include <array>
#include <mutex>

#include "git/objects/writing.hpp"
#include "git/references/references.hpp"

namespace cairn::git {

namespace {

// Those who write to one branch from this process take turns. The references would be safe without it; it saves making
// commits that come too late.
std::mutex& turn(const std::string& place)
{
    static std::array<std::mutex, 64> turns;
    return turns[std::hash<std::string>()(place) % turns.size()];
}

// Only others than this process, such as a push, can be faster.
constexpr int tries = 20;

} // namespace

Result<RefUpdate> land(const Repository& repository, const BranchCommit& landing)
{
    RefUpdate update{.name = std::string(heads) + landing.branch, .before = {}, .after = {}};
    const std::lock_guard lock(turn(repository.path() + update.name));
    for (int left = tries;; --left) {
        update.before = {};
        if (auto found = find_branch(repository, landing.branch)) update.before = *found;
        else if (found.error().code != Errc::not_found) return std::unexpected(std::move(found).error());
        update.after = TRY(landing.make(update.before));
        if (landing.allow) TRY(landing.allow(update));
        auto updated = update_reference(repository, update);
        if (updated) return update;
        if (updated.error().code != Errc::conflict || left == 0) return std::unexpected(std::move(updated).error());
    }
}

Result<ObjectId> commit_to(const Repository& repository, const std::string& branch,
                           const std::function<Result<NewCommit>(const ObjectId& head)>& make,
                           const CommitWriter& write)
{
    const auto make_and_write = [&](const ObjectId& head) -> Result<ObjectId> {
        return write(repository, TRY(make(head)));
    };
    return TRY(land(repository, {.branch = branch, .make = make_and_write})).after;
}

} // namespace cairn::git
