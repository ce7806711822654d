// A commit out of a patch.
#include "contents/entry.hpp"
#include "contents/file_response.hpp"
#include "contents/tables.hpp"
#include "contents/web_commit.hpp"
#include "git/child/child.hpp"
#include "git/objects/apply.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
using repositories::RepositoryContext;
using enum Method;

namespace {

struct ApplyDiffPatchFileOptions : CommitOptions {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(ApplyDiffPatchFileOptions, (CommitOptions), (content))
constexpr auto notes(const ApplyDiffPatchFileOptions*)
{
    return std::array{Note{"", "A patch to be applied"}, Note{"content", "a unified diff, as it is"}};
}

Result<FileResponse> apply(Call& call, const RepositoryContext& place, Body<ApplyDiffPatchFileOptions> body)
{
    const auto repository = TRY(open_repository(call, place));
    const auto make = [&](const ObjectId& commit) -> Result<ObjectId> {
        if (body->content.empty()) return fail(Errc::unprocessable, "the patch is empty");
        if (commit.is_zero()) return fail(Errc::unprocessable, "there is nothing that a patch could be applied to");
        return git::apply_patch(call.site.children, repository->path(), commit, body->content);
    };
    auto landed = TRY(commit_change(call, place, *repository, body.value,
                                    {.message = "apply-patch", .make = make, .may_rewrite = false}));
    return FileResponse{
        .content = {}, .commit = std::move(landed.shown), .verification = std::move(landed.verification)};
}

// clang-format off
constexpr Operation operations[] = {
    {POST, "/repos/{owner}/{repo}/diffpatch", scope::repository, may_propose_changes, handle<apply>, 201, "repoApplyDiffPatch", "Apply a patch and commit it", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table diffpatch_table{"repository", operations};

} // namespace cairn::contents
