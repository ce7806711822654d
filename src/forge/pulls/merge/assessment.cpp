#include "pulls/merge/assessment.hpp"

#include <tuple>

#include "db/database.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/walk.hpp"

namespace cairn::pulls {

using git::ObjectId;

namespace {

// More are told as nothing: nobody reads them, and whoever made them must not make others wait.
constexpr std::uint64_t most_files = 50'000;

Result<git::Diff> changes_between(const git::Repository& repository, const ObjectId& before, const ObjectId& after,
                                  bool renames)
{
    return git::Diff::between(repository, TRY(repository.peel(before, git::Kind::tree)),
                              TRY(repository.peel(after, git::Kind::tree)),
                              {.renames = renames, .most_files = most_files});
}

Result<git::DiffStats> figures_of(const git::Repository& repository, const Assessment& of)
{
    const auto diff = changes_between(repository, of.merge_base, of.head, true);
    auto stats = diff ? diff->stats() : Result<git::DiffStats>(std::unexpected(diff.error()));
    if (!stats && stats.error().code == Errc::too_large) return git::DiffStats{};
    return stats;
}

// What both need, whether or not the figures are known.
Result<Assessment> compare(const git::Repository& repository, const ObjectId& base, const ObjectId& head)
{
    Assessment found{.base = base, .head = head};
    const auto common = TRY(git::merge_base(repository, base, head));
    found.merge_base = common.value_or(base);
    if (!common) found.conflict = true;
    // A side that has nothing new cannot clash.
    else if (*common != head && *common != base) {
        const auto conflicts = git::find_conflicts(repository, base, head);
        if (!conflicts && conflicts.error().code != Errc::too_large) return std::unexpected(conflicts.error());
        found.conflict = !conflicts || !conflicts->empty(); // what is too large is merged by somebody else
    }
    return found;
}

Result<> count(const git::Repository& repository, Assessment& found)
{
    if (found.is_empty()) return {};
    const auto figures = TRY(figures_of(repository, found));
    found.changed_files = static_cast<std::int64_t>(figures.files);
    found.additions = static_cast<std::int64_t>(figures.additions);
    found.deletions = static_cast<std::int64_t>(figures.deletions);
    found.commit_count = static_cast<std::int64_t>(
        TRY(git::count_commits(repository, {.from = found.head, .without = {found.merge_base}})));
    return {};
}

} // namespace

Result<Assessment> assess(const git::Repository& repository, const ObjectId& base, const ObjectId& head)
{
    auto found = TRY(compare(repository, base, head));
    TRY(count(repository, found));
    return found;
}

Result<Assessment> assess_again(const git::Repository& repository, const ObjectId& base, const StoredPull& known)
{
    auto found = TRY(compare(repository, base, ObjectId::parse(known.head_sha).value_or(ObjectId{})));
    if (found.merge_base.hex() != known.merge_base) {
        TRY(count(repository, found));
        return found;
    }
    found.commit_count = known.commit_count;
    found.changed_files = known.changed_files;
    found.additions = known.additions;
    found.deletions = known.deletions;
    return found;
}

void keep(StoredPull& pull, const Assessment& found)
{
    pull.head_sha = found.head.hex();
    pull.base_sha = found.base.hex();
    pull.merge_base = found.merge_base.hex();
    pull.conflict = found.conflict;
    pull.commit_count = found.commit_count;
    pull.changed_files = found.changed_files;
    pull.additions = found.additions;
    pull.deletions = found.deletions;
}

void save(db::Transaction& tx, const StoredPull& pull)
{
    tx.run("UPDATE pull_request SET head_sha = $2, base_sha = $3, merge_base = $4, conflict = $5, commit_count = $6,"
           " changed_files = $7, additions = $8, deletions = $9 WHERE issue_id = $1",
           pull.issue_id, pull.head_sha, pull.base_sha, pull.merge_base, pull.conflict, pull.commit_count,
           pull.changed_files, pull.additions, pull.deletions);
}

bool change_the_same(const git::Repository& repository, const StoredPull& before, const Assessment& after)
{
    using Changed = std::tuple<std::string, ObjectId, ObjectId, std::uint32_t, std::uint32_t>;
    const auto list = [&](const ObjectId& from, const ObjectId& to) -> Result<std::vector<Changed>> {
        std::vector<Changed> files;
        for (auto& file : TRY(changes_between(repository, from, to, false)).files())
            files.emplace_back(std::move(file.path), file.before, file.after, file.mode_before, file.mode_after);
        return files;
    };
    const auto old_base = ObjectId::parse(before.merge_base);
    const auto old_head = ObjectId::parse(before.head_sha);
    if (!old_base || !old_head) return false;
    const auto old_files = list(*old_base, *old_head);
    const auto new_files = list(after.merge_base, after.head);
    return old_files && new_files && *old_files == *new_files;
}

} // namespace cairn::pulls
