#include "pulls/show.hpp"

#include <algorithm>

#include "base/distinct.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "pulls/review/shown_reviewers.hpp"

namespace cairn::pulls {

using api::Call;
using api::View;
using db::bound;
using repositories::Repository;
using repositories::StoredRepository;

namespace {

using Repositories = std::map<std::int64_t, std::shared_ptr<Repository>>;

// Where heads come from, as far as the caller may see it.
Repositories load_heads(const View& view, const RepositoryContext& place, std::span<const StoredPull> pulls)
{
    std::vector<std::int64_t> ids;
    for (const auto& pull : pulls)
        if (pull.head_repository_id != 0 && pull.head_repository_id != place.repository.id)
            ids.push_back(pull.head_repository_id);
    Repositories heads;
    if (ids.empty()) return heads;
    make_distinct(ids);
    const auto viewer = access::Viewer::of(view.caller);
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << bound(ids) << " AND ";
    access::add_sees(query, viewer);
    for (auto& shown : repositories::show_repositories(view, view.db().all<StoredRepository>(query), viewer)) {
        const auto id = shown.id;
        heads.emplace(id, std::make_shared<Repository>(std::move(shown)));
    }
    return heads;
}

PRBranchInfo show_head(const StoredIssue& issue, const StoredPull& pull, const Repositories& repositories)
{
    PRBranchInfo shown{.label = pull.head_branch,
                       .ref = pull.head_tip.empty() ? head_reference(issue.number) : pull.head_branch,
                       .sha = pull.head_sha,
                       .repo_id = pull.head_repository_id != 0 ? pull.head_repository_id : -1,
                       .repo = {}};
    if (const auto found = repositories.find(pull.head_repository_id); found != repositories.end())
        shown.repo = found->second;
    return shown;
}

PullRequest show(issues::Issue issue, const StoredIssue& stored, const StoredPull& pull, const issues::People& mergers,
                 const ShownReviewers& reviewers, const RepositoryContext& place, const Repositories& repositories,
                 Detail detail)
{
    PullRequest shown;
    shown.id = issue.id;
    shown.url = shown.html_url = issue.html_url;
    shown.number = issue.number;
    shown.user = std::move(issue.user);
    shown.title = std::move(issue.title);
    shown.body = std::move(issue.body);
    shown.labels = std::move(issue.labels);
    shown.milestone = std::move(issue.milestone);
    shown.assignee = std::move(issue.assignee);
    shown.assignees = std::move(issue.assignees);
    shown.requested_reviewers = reviewers.people_of(stored.id);
    shown.requested_reviewers_teams = reviewers.teams_of(stored.id);
    shown.state = issue.state;
    shown.draft = stored.draft;
    shown.is_locked = issue.is_locked;
    shown.comments = issue.comments;
    shown.review_comments = pull.review_comment_count;
    shown.diff_url = shown.url + ".diff";
    shown.patch_url = shown.url + ".patch";
    shown.mergeable = is_mergeable(stored, pull);
    shown.merged = stored.merged();
    if (shown.merged) {
        shown.merged_at = stored.merged_at;
        shown.merge_commit_sha = pull.merge_commit;
        shown.merged_by = mergers.plainly(pull.merger_id);
    }
    shown.allow_maintainer_edit = pull.allow_maintainer_edit;
    shown.base = PRBranchInfo{.label = pull.base_branch,
                              .ref = pull.base_branch,
                              .sha = pull.base_tip.empty() ? pull.base_sha : pull.base_tip,
                              .repo_id = place.repository.id,
                              .repo = repositories.at(place.repository.id)};
    shown.head = show_head(stored, pull, repositories);
    shown.merge_base = pull.merge_base;
    shown.due_date = issue.due_date;
    shown.created_at = issue.created_at;
    shown.updated_at = issue.updated_at;
    shown.closed_at = issue.closed_at;
    shown.pin_order = issue.pin_order;
    shown.content_version = issue.content_version;
    if (detail == Detail::whole) {
        if (!shown.assignees) shown.assignees.emplace();
        if (!shown.requested_reviewers) shown.requested_reviewers.emplace();
        if (!shown.requested_reviewers_teams) shown.requested_reviewers_teams.emplace();
        // Clients know no figures of what came from a repository that is gone.
        if (pull.head_repository_id != 0) {
            shown.additions = pull.additions;
            shown.deletions = pull.deletions;
            shown.changed_files = pull.changed_files;
        }
    }
    return shown;
}

} // namespace

bool is_mergeable(const StoredIssue& issue, const StoredPull& pull)
{
    return !issue.draft && !pull.conflict && (issue.closed || pull.is_current());
}

std::vector<PullRequest> show_pulls(const View& view, const RepositoryContext& place, std::span<const StoredIssue> rows,
                                    Detail detail)
{
    if (rows.empty()) return {};
    std::vector<std::int64_t> ids;
    for (const auto& row : rows) ids.push_back(row.id);
    const auto pulls = find_pulls(view.db(), ids);
    std::vector<std::int64_t> mergers;
    for (const auto& pull : pulls) mergers.push_back(pull.merger_id);
    const issues::People people(view, std::move(mergers));
    const ShownReviewers reviewers(view, ids);
    auto repositories = load_heads(view, place, pulls);
    repositories.emplace(
        place.repository.id,
        std::make_shared<Repository>(repositories::show_repository(view, place.repository, place.owner, place.access)));

    auto issues = issues::show_issues(view, place, rows);
    std::vector<PullRequest> shown;
    shown.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto pull = std::ranges::lower_bound(pulls, rows[i].id, {}, &StoredPull::issue_id);
        if (pull == pulls.end() || pull->issue_id != rows[i].id) continue; // deleted meanwhile
        shown.push_back(show(std::move(issues[i]), rows[i], *pull, people, reviewers, place, repositories, detail));
    }
    return shown;
}

PullRequest show_pull(const View& view, const RepositoryContext& place, const StoredIssue& issue)
{
    auto shown = show_pulls(view, place, {&issue, 1}, Detail::whole);
    return shown.empty() ? PullRequest() : std::move(shown.front());
}

Result<PullRequest> show_pull_anew(const Call& call, const RepositoryContext& place, std::int64_t issue_id)
{
    const auto issue = issues::find_issue(call.db(), issue_id);
    auto repository = repositories::find_repository(call.db(), place.repository.id);
    if (!issue || !repository) return not_found("the pull request");
    return show_pull(
        call, RepositoryContext{.repository = std::move(*repository), .owner = place.owner, .access = place.access},
        *issue);
}

} // namespace cairn::pulls

template <> const cairn::Type& cairn::type_of<cairn::pulls::PullRequest>()
{
    return detail::type<cairn::pulls::PullRequest>;
}
