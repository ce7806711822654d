// Bringing into a branch of a fork what the same branch of its base has got since.
#include "transport/upstream.hpp"
#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "contents/holders.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/writing.hpp"
#include "git/store/borrow.hpp"
#include "git/store/repositories.hpp"
#include "git/store/store.hpp"
#include "repositories/guards.hpp"
#include "repositories/protection/ref_rules.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/branch.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/signing.hpp"
#include "transport/tables.hpp"

namespace cairn::transport {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using repositories::StoredRepository;

namespace {

struct MergeUpstreamResponse {
    std::string merge_type;
};
BOOST_DESCRIBE_STRUCT(MergeUpstreamResponse, (), (merge_type))
constexpr auto notes(const MergeUpstreamResponse*)
{
    return std::array{Note{"", "What was done to a branch of a fork"},
                      Note{"merge_type", "up-to-date, fast-forward or merge"}};
}

// What it takes from the base: a branch of the same name or, for the default branch, the base's default branch.
struct Upstream {
    StoredRepository base;
    std::string branch;
    git::ObjectId tip;
};

Result<Upstream> find_upstream(const Call& call, const StoredRepository& fork, const std::string& branch)
{
    auto base = repositories::find_repository(call.db(), fork.fork_of);
    if (!base) return fail(Errc::bad_request, "this repository is not a fork, or its base is gone");
    if (!access::access_to(call.db(), access::Viewer::of(call.caller), base->facts()).reads(access::Unit::code))
        return not_found("the base of this fork");
    const auto opened = TRY(git::Repository::open(call.site.get<git::Store>().path(base->storage)));
    auto tip = git::find_branch(opened, branch);
    auto name = branch;
    if (!tip && branch == fork.default_branch) {
        name = base->default_branch;
        tip = git::find_branch(opened, name);
    }
    if (!tip) return std::unexpected(std::move(tip).error());
    return Upstream{.base = std::move(*base), .branch = std::move(name), .tip = *tip};
}

std::chrono::seconds fetch_time(const config::Settings& settings)
{
    return std::chrono::seconds(settings.git.fetch_timeout);
}

Result<git::ObjectId> merge(const Call& call, const StoredRepository& fork, const git::Repository& repository,
                            const git::ObjectId& ours, const git::ObjectId& theirs, const Upstream& upstream)
{
    const auto merged = TRY(git::merge_commits(repository, ours, theirs));
    if (!merged.conflicts.empty())
        return fail(Errc::conflict, "both sides have changed " + merged.conflicts.front() + " differently");
    const auto owner = accounts::find_account(call.db(), upstream.base.owner_id);
    const auto person = repositories::author_of(accounts::account_of(call.caller), call.settings());
    const auto write = repositories::signing_writer(call.site,
                                                    {.conditions = call.settings().repository_signing.merges,
                                                     .account_id = call.caller.id,
                                                     .verifies = contents::verifier(call.site, fork, repository),
                                                     .brought = theirs});
    return write(repository,
                 {.tree = merged.tree,
                  .parents = {ours, theirs},
                  .author = person,
                  .committer = person,
                  .message = "Merge branch '" + upstream.branch + "' of " + call.settings().server.root_url
                      + (owner ? owner->name : "") + "/" + upstream.base.name + "\n"});
}

} // namespace

Result<UpstreamMerge> merge_upstream(const Call& call, const RepositoryContext& place,
                                     const MergeUpstreamRequest& wanted)
{
    const auto& fork = place.repository;
    if (fork.archived()) return fail(Errc::locked, "the repository is archived");
    const auto branch = wanted.branch.empty() ? fork.default_branch : wanted.branch;
    auto repository = TRY(git::Repository::open(call.site.get<git::Store>().path(fork.storage)));
    const auto ours = TRY(git::find_branch(repository, branch));
    const auto upstream = TRY(find_upstream(call, fork, branch));
    if (repository.contains(upstream.tip) && TRY(git::descends_from(repository, ours, upstream.tip)))
        return UpstreamMerge::up_to_date;

    const auto borrowed = TRY(git::Borrowed::fetch(call.site.get<git::Children>(),
                                                   {.from = call.site.get<git::Store>().path(upstream.base.storage),
                                                    .branch = upstream.branch,
                                                    .into = call.site.get<git::Store>().path(fork.storage),
                                                    .time_limit = fetch_time(call.settings())}));
    repository = TRY(git::Repository::open(call.site.get<git::Store>().path(fork.storage)));
    const auto theirs = borrowed.commit();
    const bool forward = TRY(git::descends_from(repository, theirs, ours));
    if (!forward && wanted.ff_only) return fail(Errc::bad_request, "this takes a merge: both sides have new commits");
    const git::RefUpdate update{.name = std::string(git::heads) + branch,
                                .before = ours,
                                .after = forward ? theirs : TRY(merge(call, fork, repository, ours, theirs, upstream))};
    const auto rules = repositories::RefRules::load(
        call.db(), fork, repositories::Pusher::of(access::Viewer::of(call.caller), place.access));
    TRY(rules.check(TRY(repositories::change_of(repository, update, fork.default_branch,
                                                contents::verifier(call.site, fork, repository)))));
    TRY(git::update_reference(repository, update));
    repositories::record_push(call.site, fork, repository, {.pusher_id = call.caller.id, .changes = {update}});
    return forward ? UpstreamMerge::fast_forward : UpstreamMerge::merge;
}

std::optional<UpstreamState> upstream_state(const Call& call, const RepositoryContext& place)
{
    const auto& fork = place.repository;
    if (fork.fork_of == 0) return {};
    const auto base = repositories::find_repository(call.db(), fork.fork_of);
    if (!base
        || !access::access_to(call.db(), access::Viewer::of(call.caller), base->facts()).reads(access::Unit::code))
        return {};
    const auto owner = accounts::find_account(call.db(), base->owner_id);
    const auto ours = repositories::find_branch(call.db(), fork.id, fork.default_branch);
    auto theirs = repositories::find_branch(call.db(), base->id, fork.default_branch);
    if (!theirs) theirs = repositories::find_branch(call.db(), base->id, base->default_branch);
    if (!owner || !ours || !theirs) return {};
    UpstreamState state{.base = owner->name + "/" + base->name, .branch = theirs->name};
    if (ours->commit_id == theirs->commit_id) return state;
    state.behind = true; // unless git knows better
    const auto our_tip = git::ObjectId::parse(ours->commit_id);
    const auto their_tip = git::ObjectId::parse(theirs->commit_id);
    if (!our_tip || !their_tip) return state;
    // One of the two has both tips, unless each has commits that the other has not.
    for (const auto* repository : {&fork, &*base}) {
        const auto opened = call.site.get<git::Repositories>().open(repository->storage);
        if (!opened || !(*opened)->contains(*our_tip) || !(*opened)->contains(*their_tip)) continue;
        const auto distance = contents::distances(**opened, {&*our_tip, 1}, *their_tip).at(0);
        if (!distance) return state;
        state.ahead_count = static_cast<std::int64_t>(distance->ahead);
        state.behind_count = static_cast<std::int64_t>(distance->behind);
        state.behind = state.behind_count > 0;
        return state;
    }
    return state;
}

namespace {

Result<MergeUpstreamResponse> merge_from_base(Call& call, const RepositoryContext& place,
                                              Body<MergeUpstreamRequest> body)
{
    switch (TRY(merge_upstream(call, place, body.value))) {
    case UpstreamMerge::up_to_date: return MergeUpstreamResponse{"up-to-date"};
    case UpstreamMerge::fast_forward: return MergeUpstreamResponse{"fast-forward"};
    case UpstreamMerge::merge: break;
    }
    return MergeUpstreamResponse{"merge"};
}

// clang-format off
constexpr Operation upstream_operations[] = {
    {POST, "/repos/{owner}/{repo}/merge-upstream", scope::repository, repositories::writes_code, handle<merge_from_base>, 200, "repoMergeUpstream", "Bring a branch of a fork up to that of its base", {400, 409, 423}},
};
// clang-format on
static_assert(well_formed(upstream_operations));

} // namespace

const Table upstream_table{"repository", upstream_operations};

} // namespace cairn::transport
