// Bringing into a branch of a fork what the same branch of its base has got since.
#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/writing.hpp"
#include "git/store/borrow.hpp"
#include "git/store/store.hpp"
#include "repositories/guards.hpp"
#include "repositories/protection/ref_rules.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/signing.hpp"
#include "transport/tables.hpp"

namespace cairn::transport {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using repositories::StoredRepository;

namespace {

struct MergeUpstreamRequest {
    std::string branch;
    bool ff_only = false;
};
BOOST_DESCRIBE_STRUCT(MergeUpstreamRequest, (), (branch, ff_only))
constexpr auto notes(const MergeUpstreamRequest*)
{
    return std::array{Note{"", "Which branch of a fork follows its base, and how"},
                      Note{"branch", "the branch of the fork; the default one unless said otherwise"},
                      Note{"ff_only", "do nothing if that would take a merge"}};
}

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

Result<git::ObjectId> merge(const Call& call, const git::Repository& repository, const git::ObjectId& ours,
                            const git::ObjectId& theirs, const Upstream& upstream)
{
    const auto merged = TRY(git::merge_commits(repository, ours, theirs));
    if (!merged.conflicts.empty())
        return fail(Errc::conflict, "both sides have changed " + merged.conflicts.front() + " differently");
    const auto owner = accounts::find_account(call.db(), upstream.base.owner_id);
    const auto person = repositories::author_of(accounts::account_of(call.caller), call.settings());
    const auto write = repositories::signing_writer(call.site,
                                                    {.conditions = call.settings().repository_signing.merges,
                                                     .account_id = call.caller.id,
                                                     .verifies = contents::verifier(call.site, repository),
                                                     .brought = theirs});
    return write(repository,
                 {.tree = merged.tree,
                  .parents = {ours, theirs},
                  .author = person,
                  .committer = person,
                  .message = "Merge branch '" + upstream.branch + "' of " + call.settings().server.root_url
                      + (owner ? owner->name : "") + "/" + upstream.base.name + "\n"});
}

Result<MergeUpstreamResponse> merge_upstream(Call& call, const RepositoryContext& place,
                                             Body<MergeUpstreamRequest> body)
{
    const auto& fork = place.repository;
    if (fork.archived()) return fail(Errc::locked, "the repository is archived");
    const auto branch = body->branch.empty() ? fork.default_branch : body->branch;
    auto repository = TRY(git::Repository::open(call.site.get<git::Store>().path(fork.storage)));
    const auto ours = TRY(git::find_branch(repository, branch));
    const auto upstream = TRY(find_upstream(call, fork, branch));
    if (repository.contains(upstream.tip) && TRY(git::descends_from(repository, ours, upstream.tip)))
        return MergeUpstreamResponse{"up-to-date"};

    const auto borrowed = TRY(git::Borrowed::fetch(call.site.get<git::Children>(),
                                                   {.from = call.site.get<git::Store>().path(upstream.base.storage),
                                                    .branch = upstream.branch,
                                                    .into = call.site.get<git::Store>().path(fork.storage),
                                                    .time_limit = fetch_time(call.settings())}));
    repository = TRY(git::Repository::open(call.site.get<git::Store>().path(fork.storage)));
    const auto theirs = borrowed.commit();
    const bool forward = TRY(git::descends_from(repository, theirs, ours));
    if (!forward && body->ff_only) return fail(Errc::bad_request, "this takes a merge: both sides have new commits");
    const git::RefUpdate update{.name = std::string(git::heads) + branch,
                                .before = ours,
                                .after = forward ? theirs : TRY(merge(call, repository, ours, theirs, upstream))};
    const auto rules = repositories::RefRules::load(
        call.db(), fork, repositories::Pusher::of(access::Viewer::of(call.caller), place.access));
    TRY(rules.check(TRY(
        repositories::change_of(repository, update, fork.default_branch, contents::verifier(call.site, repository)))));
    TRY(git::update_reference(repository, update));
    repositories::record_push(call.site, fork, repository, {.pusher_id = call.caller.id, .changes = {update}});
    return MergeUpstreamResponse{forward ? "fast-forward" : "merge"};
}

// clang-format off
constexpr Operation upstream_operations[] = {
    {POST, "/repos/{owner}/{repo}/merge-upstream", scope::repository, repositories::writes_code, handle<merge_upstream>, 200, "repoMergeUpstream", "Bring a branch of a fork up to that of its base", {400, 409, 423}},
};
// clang-format on
static_assert(well_formed(upstream_operations));

} // namespace

const Table upstream_table{"repository", upstream_operations};

} // namespace cairn::transport
