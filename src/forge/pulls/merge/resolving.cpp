#include "pulls/merge/resolving.hpp"

#include "git/store/repositories.hpp"
#include "pulls/merge/updating.hpp"

namespace cairn::pulls {

using api::Call;
using git::ObjectId;
using repositories::UpdateStyle;

namespace {

constexpr std::uint64_t largest_text = 512 << 10;

ObjectId read_id(std::string_view hex) { return ObjectId::parse(hex).value_or(ObjectId{}); }

} // namespace

Result<OpenConflicts> open_conflicts(const Call& call, const PullContext& at)
{
    if (at.issue.closed) return fail(Errc::unprocessable, "the pull request is merged or closed");
    if (at.pull.base_tip.empty()) return fail(Errc::unprocessable, "the branch " + at.pull.base_branch + " is gone");
    if (!can_update(call, at, UpdateStyle::merge))
        return fail(Errc::forbidden, "you may not write to the branch " + at.pull.head_branch);
    OpenConflicts open{.head = at.pull.head_sha, .base = at.pull.base_tip};
    const auto repository = TRY(call.site.get<git::Repositories>().open(at.place.repository.storage));
    open.files = TRY(git::conflicted_texts(*repository, read_id(open.head), read_id(open.base),
                                           {.ours = at.pull.head_branch, .theirs = at.pull.base_branch}, largest_text));
    return open;
}

Result<> resolve_conflicts(const Call& call, const PullContext& at, const Decisions& decided)
{
    for (const auto& [path, text] : decided.texts)
        if (git::has_conflict_marks(text))
            return fail(Errc::unprocessable, "there are marks of the conflict left in " + path);
    return move_head(
        call, at, UpdateStyle::merge,
        [&](const git::Repository& repository, const ObjectId& tip, const ObjectId& base) -> Result<ObjectId> {
            if (tip.hex() != decided.head || base.hex() != decided.base)
                return fail(Errc::conflict, "somebody has pushed meanwhile: look at what has changed");
            const auto merged = TRY(git::merge_decided(repository, tip, base, decided.texts));
            if (!merged.conflicts.empty())
                return fail(Errc::unprocessable, "nobody has decided about " + merged.conflicts.front());
            return write_joining(call, repository, at, merged.tree, tip, base);
        });
}

} // namespace cairn::pulls
