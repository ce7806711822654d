#include "pages/code/commit_target.hpp"

#include "contents/head_context.hpp"
#include "pulls/opening.hpp"
#include "repositories/lifecycle/fork.hpp"

namespace cairn::pages {

using api::Call;
using repositories::RepositoryContext;

bool may_propose_changes_here(const Call& call, const RepositoryContext& place)
{
    return !call.caller.anonymous() && place.access.reads(access::Unit::code) && !place.repository.archived()
        && !place.repository.mirror && (place.access.writes(access::Unit::code) || !place.repository.empty);
}

std::optional<RepositoryContext> own_fork(const Call& call, const RepositoryContext& base)
{
    if (call.caller.anonymous()) return {};
    for (const auto& [owner, name] : repositories::fork_names(call, base.repository, {call.caller.name})) {
        auto head = owner + "/" + name + ":";
        if (auto fork = contents::find_head_context(call, base, head)) return *std::move(fork);
    }
    return {};
}

Result<CommitTarget> commit_target(const Call& call, const RepositoryContext& place, const std::string& branch)
{
    const auto ways = contents::commit_ways(call, place, branch);
    if (ways.direct || ways.new_branch) return CommitTarget{.place = place};
    auto fork = own_fork(call, place);
    if (!fork) return fail(Errc::forbidden, "you may not write to this repository: fork it first");
    if (fork->repository.archived()) return fail(Errc::locked, "your fork is archived");
    auto brought = TRY(pulls::bring(call.site, place.repository, branch, fork->repository));
    return CommitTarget{
        .place = *std::move(fork), .is_fork = true, .begin = brought.commit, .keeps = std::move(brought.keeps)};
}

} // namespace cairn::pages
