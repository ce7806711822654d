// The operations on statuses: what builds and checks say about a commit.
#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "contents/commit.hpp"
#include "contents/reference_tables.hpp"
#include "contents/status_report.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"
#include "repositories/show.hpp"

namespace cairn::contents {

using namespace api;
using enum Method;
using accounts::User;
using repositories::RepositoryContext;

namespace {

struct CommitStatus {
    std::int64_t id = 0;
    std::string status;
    std::string target_url;
    std::string description;
    std::string url;
    std::string context;
    std::optional<User> creator;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(CommitStatus, (),
                      (id, status, target_url, description, url, context, creator, created_at, updated_at))
constexpr auto notes(const CommitStatus*)
{
    return std::array{
        Note{"", "What somebody, most often a program, said about a commit"},
        Note{"id", "counted from 1 for each commit"},
        Note{"status", "pending, success, error, failure, warning or skipped"},
        Note{"context", "what it is about, such as ci/build; a newer one of the same context takes its place"},
        Note{"creator", "null if the account is gone"},
    };
}

struct CombinedStatus {
    std::string state;
    std::string sha;
    std::int64_t total_count = 0;
    std::optional<std::vector<CommitStatus>> statuses;
    repositories::Repository repository;
    std::string commit_url;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(CombinedStatus, (), (state, sha, total_count, statuses, repository, commit_url, url))
constexpr auto notes(const CombinedStatus*)
{
    return std::array{
        Note{"", "What the last statuses of each context come to"},
        Note{"state", "failure if one of them is bad, success if all are good, pending otherwise"},
        Note{"total_count", "how many there are on this page"},
        Note{"statuses", "null if there are none"},
    };
}

struct ShaPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(ShaPath, (), (sha))
constexpr auto notes(const ShaPath*) { return std::array{Note{"sha", "the commit's id"}}; }

struct RefPath {
    std::string ref;
};
BOOST_DESCRIBE_STRUCT(RefPath, (), (ref))
constexpr auto notes(const RefPath*) { return std::array{Note{"ref", "a branch, a tag or a commit's id"}}; }

struct CombineStatuses : Paging { };
BOOST_DESCRIBE_STRUCT(CombineStatuses, (Paging), ())

CommitStatus show(const Call& call, const RepositoryContext& place, const StoredStatus& status,
                  const accounts::ShownAccount* creator)
{
    CommitStatus shown{.id = status.number,
                       .status = status.state,
                       .target_url = status.target_url,
                       .description = status.description,
                       .url = Addresses(call.settings(), place).api + "/statuses/" + status.commit_id,
                       .context = status.context,
                       .created_at = status.created_at,
                       .updated_at = status.created_at};
    if (creator != nullptr) shown.creator = accounts::show_user_plainly(*creator, false, call.settings());
    return shown;
}

std::vector<CommitStatus> show_all(const Call& call, const RepositoryContext& place,
                                   std::span<const StoredStatus> statuses)
{
    std::vector<std::int64_t> ids;
    for (const auto& status : statuses) ids.push_back(status.creator_id);
    const accounts::ShownAccounts creators(call.db(), std::move(ids));
    std::vector<CommitStatus> shown;
    for (const auto& status : statuses) shown.push_back(show(call, place, status, creators.find(status.creator_id)));
    return shown;
}

Result<CommitStatus> create(Call& call, const RepositoryContext& place, Path<ShaPath> path,
                            Body<CreateStatusOption> body)
{
    return show(call, place, TRY(report_status(call, place, path->sha, body.value)),
                &accounts::account_of(call.caller));
}

Page<CommitStatus> list_of(const Call& call, const RepositoryContext& place, const std::string& commit,
                           const ListStatuses& query)
{
    const auto found = statuses_of(call, place, commit, query);
    return {.items = show_all(call, place, found.items), .total = found.total};
}

// Whether there is such a commit is not asked: only what was said about it counts.
Result<Page<CommitStatus>> list(Call& call, const RepositoryContext& place, Path<ShaPath> path,
                                Query<ListStatuses> query)
{
    return list_of(call, place, path->sha, query.value);
}

Result<Page<CommitStatus>> list_by_ref(Call& call, const RepositoryContext& place, Path<RefPath> path,
                                       Query<ListStatuses> query)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    return list_of(call, place, TRY(find_named_commit(*repository, path->ref)).hex(), query.value);
}

Result<Counted<CombinedStatus>> combine(Call& call, const RepositoryContext& place, Path<RefPath> path,
                                        Query<CombineStatuses> query)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto commit = TRY(find_named_commit(*repository, path->ref));
    auto found = latest_statuses(call.db(), place.repository.id, commit.hex(), query.value);
    std::ranges::reverse(found.items);
    const Addresses addresses(call.settings(), place);
    CombinedStatus combined{.state = std::string(combined_state(found.items)),
                            .sha = commit.hex(),
                            .total_count = static_cast<std::int64_t>(found.items.size()),
                            .repository =
                                repositories::show_repository(call, place.repository, place.owner, place.access),
                            .commit_url = addresses.api + "/commits/" + commit.hex(),
                            .url = addresses.api + "/commits/" + commit.hex() + "/status"};
    if (!found.items.empty()) combined.statuses = show_all(call, place, found.items);
    return Counted<CombinedStatus>{.value = std::move(combined), .total = found.total};
}

// clang-format off
constexpr Operation status_operations[] = {
    {GET,  "/repos/{owner}/{repo}/statuses/{sha*}",         scope::repository, repositories::reads_code,  handle<list>,        200, "repoListStatuses",           "List what was said about a commit", {}, "CommitStatusList"},
    {POST, "/repos/{owner}/{repo}/statuses/{sha*}",         scope::repository, repositories::writes_code, handle<create>,      201, "repoCreateStatus",           "Say something about a commit", {422}},
    {GET,  "/repos/{owner}/{repo}/commits/{ref*}/statuses", scope::repository, repositories::reads_code,  handle<list_by_ref>, 200, "repoListStatusesByRef",      "List what was said about the commit of a branch or tag", {}, "CommitStatusList"},
    {GET,  "/repos/{owner}/{repo}/commits/{ref*}/status",   scope::repository, repositories::reads_code,  handle<combine>,     200, "repoGetCombinedStatusByRef", "Tell what the statuses of a commit come to"},
};
// clang-format on
static_assert(well_formed(status_operations));

} // namespace

const Table status_table{"repository", status_operations};

} // namespace cairn::contents
