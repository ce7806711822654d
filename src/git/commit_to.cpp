// The one way to put a commit on top of a branch: read, make, compare and swap, and again if somebody was faster.
#include <array>
#include <mutex>

#include "git/references.hpp"
#include "git/writing.hpp"

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

Result<ObjectId> commit_to(const Repository& repository, const std::string& branch,
                           const std::function<Result<NewCommit>(const ObjectId& head)>& make)
{
    const auto name = std::string(heads) + branch;
    const std::lock_guard lock(turn(repository.path() + name));
    for (int left = tries;; --left) {
        ObjectId head;
        if (auto found = find_branch(repository, branch)) head = *found;
        else if (found.error().code != Errc::not_found) return found;
        const auto commit = TRY(write_commit(repository, TRY(make(head))));
        auto updated = update_reference(repository, {.name = name, .before = head, .after = commit});
        if (updated) return commit;
        if (updated.error().code != Errc::conflict || left == 0) return std::unexpected(std::move(updated).error());
    }
}

} // namespace cairn::git
