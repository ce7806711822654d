// What makes issues pull requests: which commits were to go where, and what became of them. The heads are references
// that came with the repositories.
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "import/kinds.hpp"
#include "pulls/merge/assessment.hpp"

namespace cairn::import {

namespace {

struct PullRow {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t index = 0;
    std::int64_t head_repo_id = 0;
    std::int64_t base_repo_id = 0;
    std::string head_branch;
    std::string base_branch;
    std::string merge_base;
    bool allow_maintainer_edit = false;
    bool has_merged = false;
    std::string merged_commit_id;
    std::int64_t merger_id = 0;
    Time merged_unix;
    std::int64_t flow = 0;
    pulls::Assessment found; // by prepare()
};
BOOST_DESCRIBE_STRUCT(PullRow, (),
                      (id, issue_id, index, head_repo_id, base_repo_id, head_branch, base_branch, merge_base,
                       allow_maintainer_edit, has_merged, merged_commit_id, merger_id, merged_unix, flow))

// What git knows of it. Of one that was merged, or whose branch is gone, that is what it was then.
Result<pulls::Assessment> look_at(const git::Repository& repository, const PullRow& row)
{
    const auto head = TRY(git::find_reference(repository, pulls::head_reference(row.index))).commit;
    const auto begun = git::ObjectId::parse(row.merge_base);
    const auto branch = git::find_branch(repository, row.base_branch);
    if (!row.has_merged && branch) return pulls::assess(repository, *branch, head);
    if (!begun || !repository.contains(*begun)) return fail(Errc::not_found, "where it begins is not known");
    return pulls::assess(repository, *begun, head);
}

// A pull request of which git knows nothing any more is still there to be read.
Outcome prepare(const Move& move, PullRow& row)
{
    if (move.tries()) return {};
    const auto repository = move.find(move.queries(), "repositories", row.base_repo_id);
    const auto stored = repository ? repositories::find_repository(move.queries(), *repository) : std::nullopt;
    if (!stored) return {};
    const auto opened = git::Repository::open(move.site.get<git::Store>().path(stored->storage));
    if (!opened) return {};
    if (auto found = look_at(*opened, row)) row.found = *found;
    return {};
}

std::string known_sha(const git::ObjectId& found, const std::string& told)
{
    return found.is_zero() ? told : found.hex();
}

Outcome take(Batch& batch, PullRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    const auto repository = batch.repository(row.base_repo_id);
    if (!issue || !repository) return refuse("its issue or its repository was not moved", std::to_string(row.index));
    constexpr std::int64_t by_push = 1;
    const auto& found = row.found;
    if (batch.tx.run(
            "INSERT INTO pull_request (issue_id, repository_id, head_repository_id, head_branch, by_push, base_branch,"
            " head_sha, base_sha, merge_base, commit_count, changed_files, additions, deletions, conflict,"
            " allow_maintainer_edit, merger_id, merge_commit)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
            " ON CONFLICT DO NOTHING",
            *issue, *repository, batch.repository(row.head_repo_id), row.head_branch, row.flow == by_push,
            row.base_branch, known_sha(found.head, row.merged_commit_id), known_sha(found.base, row.merge_base),
            known_sha(found.merge_base, row.merge_base), found.commit_count, found.changed_files, found.additions,
            found.deletions, found.conflict && !row.has_merged, row.allow_maintainer_edit,
            row.has_merged ? batch.account(row.merger_id) : std::nullopt,
            row.has_merged ? row.merged_commit_id : std::string())
        == 0)
        return refuse("there are two of one issue", std::to_string(row.index));
    batch.remember(row.id, *issue);
    if (row.has_merged)
        batch.tx.run("UPDATE issue SET merged_at = $2, closed = TRUE WHERE id = $1", *issue,
                     row.merged_unix.seconds > 0 ? row.merged_unix : Time{1});
    if (found.head.is_zero() && !batch.move().tries())
        batch.note("moved without its commits: git has no head for it any more", std::to_string(row.index));
    return {};
}

} // namespace

const Kind pulls_kind{.name = "pull requests",
                      .table = "pull_request",
                      .run = &move_rows<PullRow, &take, &prepare>,
                      .needed = "id issue_id index base_repo_id base_branch head_branch has_merged"};

} // namespace cairn::import
