#include "pages/code/shown_branch.hpp"

#include "base/text.hpp"
#include "contents/holders.hpp"
#include "contents/revision.hpp"
#include "contents/status.hpp"

namespace cairn::pages {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;
using repositories::StoredBranch;

namespace {

using Distances = std::vector<std::optional<git::Distance>>;

// What git cannot tell is not worth a page without the rest.
Distances distances_of(const Call& call, const RepositoryContext& place, std::span<const StoredBranch> branches)
{
    const Distances none(branches.size());
    const auto repository = contents::open_repository(call, place);
    if (!repository) return none;
    const auto base = git::find_branch(**repository, place.repository.default_branch);
    if (!base) return none;
    std::vector<ObjectId> commits;
    for (const auto& branch : branches) commits.push_back(ObjectId::parse(branch.commit_id).value_or(*base));
    return contents::distances(**repository, commits, *base);
}

} // namespace

bool may_change_branches(const Call& call, const RepositoryContext& place)
{
    return !call.caller.anonymous() && place.access.writes(access::Unit::code) && !place.repository.archived()
        && !place.repository.mirror;
}

Result<std::vector<ShownBranch>> show_branch_rows(const Call& call, const RepositoryContext& place,
                                                  std::span<const StoredBranch> branches)
{
    auto shown = TRY(contents::show_branches(call, place, branches));
    const auto& repository = place.repository;
    std::vector<std::string> names;
    std::vector<std::string> commits;
    for (const auto& branch : branches) {
        names.push_back(branch.name);
        commits.push_back(branch.commit_id);
    }
    const auto checks = contents::combined_states(call.db(), repository.id, commits);
    auto pulls = place.access.reads(access::Unit::pulls) ? pulls::latest_pulls_from(call.db(), repository.id, names)
                                                         : std::map<std::string, pulls::HeadPull>();
    const auto distances = distances_of(call, place, branches);
    const bool may_change = may_change_branches(call, place);

    std::vector<ShownBranch> rows;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const auto& stored = branches[i];
        const std::string_view message = stored.message;
        ShownBranch row{.branch = std::move(shown[i]),
                        .subject = std::string(message.substr(0, message.find('\n'))),
                        .committed_at = stored.committed_at,
                        .is_default = stored.name == repository.default_branch,
                        .yours = !call.caller.anonymous() && stored.pusher_id == call.caller.id};
        if (const auto& distance = distances[i]; distance && !row.is_default)
            row.distance = ShownDistance{.ahead = static_cast<std::int64_t>(distance->ahead),
                                         .behind = static_cast<std::int64_t>(distance->behind)};
        if (const auto found = checks.find(stored.commit_id); found != checks.end()) row.checks = found->second;
        if (const auto found = pulls.find(stored.name); found != pulls.end()) row.pull = std::move(found->second);
        row.may_rename = may_change && (!row.is_default || place.access.administers());
        row.may_delete =
            may_change && !row.is_default && stored.name != repository.default_target_branch && !row.branch.protected_;
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace cairn::pages
