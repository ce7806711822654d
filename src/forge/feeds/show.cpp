#include "feeds/show.hpp"

#include <map>

#include "accounts/shown_accounts.hpp"
#include "base/distinct.hpp"
#include "db/composition.hpp"
#include "issues/readable.hpp"

namespace cairn::feeds {

using api::Call;
using db::bound;
using repositories::Repository;

namespace {

template <class Row> std::vector<std::int64_t> ids_of(const std::vector<Row>& rows, std::int64_t Row::* member)
{
    std::vector<std::int64_t> ids;
    for (const auto& row : rows) ids.push_back(row.*member);
    make_distinct(ids);
    return ids;
}

// Those that the viewer may read: to see a repository is not yet to read its issues.
std::map<std::int64_t, std::optional<issues::Comment>> show_comments(const Call& call,
                                                                     const std::vector<std::int64_t>& ids)
{
    db::Composition query("SELECT c.* FROM comment c JOIN issue i ON i.id = c.issue_id"
                          " JOIN repository r ON r.id = i.repository_id WHERE c.id IN ");
    query << bound(ids) << " AND ";
    issues::add_reads_issue(query, access::Viewer::of(call.caller));
    const auto rows = call.db().all<issues::StoredComment>(query);
    std::map<std::int64_t, issues::StoredIssue> said_about;
    for (auto& issue : issues::find_issues(call.db(), ids_of(rows, &issues::StoredComment::issue_id)))
        said_about.emplace(issue.id, std::move(issue));
    const auto homes = issues::homes_of(call.db(), ids_of(rows, &issues::StoredComment::repository_id));
    std::map<std::int64_t, std::optional<issues::Comment>> shown;
    for (auto& comment : issues::show_comments(call, rows, said_about, homes)) {
        comment.user.reset(); // act_user says who it was
        shown.emplace(comment.id, std::move(comment));
    }
    return shown;
}

} // namespace

Page<Activity> show_feed(const Call& call, const Page<StoredActivity>& found, std::int64_t feed_owner)
{
    Page<Activity> page{.items = {}, .total = found.total};
    if (found.items.empty()) return page;
    const accounts::ShownAccounts people(call.db(), ids_of(found.items, &StoredActivity::actor_id));
    db::Composition of_repositories("SELECT r.* FROM repository r WHERE r.id IN ");
    of_repositories << bound(ids_of(found.items, &StoredActivity::repository_id));
    const auto rows = call.db().all<repositories::StoredRepository>(of_repositories);
    std::map<std::int64_t, Repository> shown_repositories;
    for (auto& shown : repositories::show_repositories(call, rows, access::Viewer::of(call.caller)))
        shown_repositories.emplace(shown.id, std::move(shown));
    auto comments = show_comments(call, ids_of(found.items, &StoredActivity::comment_id));

    for (const auto& row : found.items) {
        const auto& repository = shown_repositories[row.repository_id];
        page.items.push_back({.id = row.id,
                              .user_id = feed_owner != 0 ? feed_owner : repository.owner.id,
                              .op_type = row.kind,
                              .act_user_id = row.actor_id,
                              .act_user = accounts::show_user(people.at(row.actor_id), call.caller, call.settings()),
                              .repo_id = row.repository_id,
                              .repo = repository,
                              .comment_id = row.comment_id,
                              .comment = comments[row.comment_id],
                              .ref_name = row.ref_name,
                              .is_private = repository.private_,
                              .content = row.content,
                              .created = row.created_at});
    }
    return page;
}

} // namespace cairn::feeds
