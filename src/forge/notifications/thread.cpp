#include "notifications/thread.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "accounts/account.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::notifications {

using access::Unit;
using access::Viewer;
using api::View;
using db::bound;
using repositories::Repository;
using repositories::StoredRepository;

namespace {

struct SubjectRow {
    std::int64_t id = 0;
    std::int64_t number = 0;
    bool is_pull = false;
    std::string title;
    bool closed = false;
    Time merged_at;
    std::int64_t latest_comment = 0; // 0: none
};
BOOST_DESCRIBE_STRUCT(SubjectRow, (), (id, number, is_pull, title, closed, merged_at, latest_comment))

std::map<std::int64_t, std::shared_ptr<Repository>> load_repositories(const View& view, const Viewer& viewer,
                                                                      const std::vector<std::int64_t>& ids)
{
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << bound(ids) << " AND ";
    access::add_sees(query, viewer);
    std::map<std::int64_t, std::shared_ptr<Repository>> found;
    for (auto& repository : repositories::show_repositories(view, view.db().all<StoredRepository>(query), viewer)) {
        repository.permissions.reset();
        const auto id = repository.id;
        found.emplace(id, std::make_shared<Repository>(std::move(repository)));
    }
    return found;
}

std::map<std::int64_t, SubjectRow> load_subjects(const View& view, const Viewer& viewer,
                                                 const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, SubjectRow> found;
    if (ids.empty()) return found;
    db::Composition query("SELECT i.id, i.number, i.is_pull, i.title, i.closed, i.merged_at,"
                          " COALESCE((SELECT m.id FROM comment m WHERE m.issue_id = i.id AND m.kind = 'comment'"
                          " ORDER BY m.created_at DESC, m.id DESC LIMIT 1), 0) AS latest_comment"
                          " FROM issue i JOIN repository r ON r.id = i.repository_id WHERE i.id IN ");
    query << bound(ids) << " AND ((NOT i.is_pull AND ";
    access::add_reads(query, viewer, Unit::issues);
    query << ") OR (i.is_pull AND ";
    access::add_reads(query, viewer, Unit::pulls);
    query << "))";
    for (auto& row : view.db().all<SubjectRow>(query)) found.emplace(row.id, std::move(row));
    return found;
}

NotificationSubject show_issue(const SubjectRow& row, const Repository& repository)
{
    const std::string number = std::to_string(row.number);
    NotificationSubject shown{.title = row.title,
                              .url = repository.url + "/issues/" + number,
                              .latest_comment_url = {},
                              .html_url = repository.html_url + (row.is_pull ? "/pulls/" : "/issues/") + number,
                              .latest_comment_html_url = {},
                              .type = row.is_pull ? "Pull" : "Issue",
                              .state = row.merged_at.seconds != 0 ? "merged"
                                  : row.closed                    ? "closed"
                                                                  : "open"};
    if (row.latest_comment == 0) return shown;
    const std::string id = std::to_string(row.latest_comment);
    shown.latest_comment_url = repository.url + "/issues/comments/" + id;
    shown.latest_comment_html_url = shown.html_url + "#issuecomment-" + id;
    return shown;
}

// Clients are told the path alone here.
NotificationSubject show_offer(const Repository& repository)
{
    return {.title = repository.full_name,
            .url = "/" + repository.full_name,
            .latest_comment_url = {},
            .html_url = repository.html_url,
            .latest_comment_html_url = {},
            .type = "Repository",
            .state = {}};
}

// An administrator may look at the thread of somebody else: it shows what that one sees.
Viewer viewer_of(const View& view, std::int64_t account_id)
{
    if (account_id == view.caller.id) return Viewer::of(view.caller);
    const auto account = accounts::find_account(view.db(), account_id);
    if (!account) return {};
    return {.id = account->id, .admin = account->is_admin, .restricted = account->is_restricted};
}

} // namespace

std::vector<NotificationThread> show_threads(const View& view, std::span<const StoredNotification> stored)
{
    std::vector<NotificationThread> shown;
    if (stored.empty()) return shown;
    std::set<std::int64_t> repository_ids;
    std::vector<std::int64_t> issue_ids;
    for (const auto& each : stored) {
        repository_ids.insert(each.repository_id);
        if (each.issue_id != 0) issue_ids.push_back(each.issue_id);
    }
    const auto viewer = viewer_of(view, stored.front().account_id);
    const auto repositories = load_repositories(view, viewer, {repository_ids.begin(), repository_ids.end()});
    const auto subjects = load_subjects(view, viewer, issue_ids);
    for (const auto& each : stored) {
        auto& thread = shown.emplace_back();
        thread.id = each.id;
        thread.unread = each.status == Status::unread;
        thread.pinned = each.status == Status::pinned;
        thread.updated_at = each.updated_at;
        thread.url = view.settings().server.root_url + "api/v1/notifications/threads/" + std::to_string(each.id);
        const auto repository = repositories.find(each.repository_id);
        if (repository == repositories.end()) continue;
        thread.repository = repository->second;
        if (each.subject == SubjectKind::repository) thread.subject = show_offer(*repository->second);
        else if (const auto subject = subjects.find(each.issue_id); subject != subjects.end())
            thread.subject = show_issue(subject->second, *repository->second);
    }
    return shown;
}

} // namespace cairn::notifications
