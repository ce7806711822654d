#include "issues/show.hpp"

#include <algorithm>

#include "base/distinct.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/timeline/imported_author.hpp"

namespace cairn::issues {

using accounts::Account;
using accounts::ShownAccount;
using accounts::User;
using api::View;
using db::bound;

namespace {

struct Assignment {
    std::int64_t issue_id = 0;
    std::int64_t account_id = 0;
};
BOOST_DESCRIBE_STRUCT(Assignment, (), (issue_id, account_id))

std::optional<Time> given(Time time) { return time.seconds != 0 ? std::optional(time) : std::nullopt; }

Issue show_row(const View& view, const StoredIssue& stored, const Home& home)
{
    const auto& settings = view.settings();
    Issue shown;
    shown.id = stored.id;
    shown.url = settings.server.root_url + "api/v1/repos/" + home.owner + "/" + home.name + "/issues/"
        + std::to_string(stored.number);
    shown.html_url = page_of(settings, home, stored);
    shown.number = stored.number;
    shown.title = stored.title;
    shown.body = stored.body;
    shown.ref = stored.ref;
    shown.assets.emplace();
    shown.labels.emplace();
    shown.state = stored.closed ? State::closed : State::open;
    shown.is_locked = stored.locked;
    shown.comments = stored.comment_count;
    shown.created_at = stored.created_at;
    shown.updated_at = stored.updated_at;
    shown.closed_at = given(stored.closed_at);
    shown.due_date = given(stored.deadline_at);
    shown.time_estimate = stored.time_estimate;
    if (stored.is_pull)
        shown.pull_request = {.merged = stored.merged(),
                              .merged_at = given(stored.merged_at),
                              .draft = stored.draft,
                              .html_url = shown.html_url};
    shown.pin_order = stored.pin_order;
    shown.content_version = stored.content_version;
    return shown;
}

// What belongs to issues, found for all of them at once.
struct Belongings {
    std::vector<Assignment> assignments{};
    std::map<std::int64_t, std::vector<Label>> labels{};
    attachments::ById assets{};
    std::map<std::int64_t, std::vector<Project>> projects{};
};

std::vector<std::int64_t> ids_with(std::span<const StoredIssue> rows, std::int64_t mark)
{
    std::vector<std::int64_t> ids;
    for (const auto& row : rows)
        if ((row.belongings & mark) != 0) ids.push_back(row.id);
    return ids;
}

Belongings belongings_of(const View& view, std::span<const StoredIssue> rows)
{
    Belongings found;
    if (const auto ids = ids_with(rows, belonging::assignees); !ids.empty()) {
        db::Composition assigned("SELECT issue_id, account_id FROM issue_assignee WHERE issue_id IN ");
        assigned << bound(ids) << " ORDER BY issue_id, account_id";
        found.assignments = view.db().all<Assignment>(assigned);
    }
    if (const auto ids = ids_with(rows, belonging::labels); !ids.empty())
        found.labels = labels_of(view.db(), view.settings(), ids);
    if (const auto ids = ids_with(rows, belonging::files); !ids.empty())
        found.assets = attachments::attachments_of_issues(view.db(), view.settings(), ids);
    if (const auto ids = ids_with(rows, belonging::projects); !ids.empty()) found.projects = projects_of(view, ids);
    return found;
}

std::vector<std::int64_t> without(std::vector<std::int64_t> ids, std::int64_t known)
{
    std::erase(ids, known);
    return ids;
}

// Each person of a page is put into words once, however often they are named on it.
class ShownPeople {
public:
    ShownPeople(const View& view, const Account* known, std::vector<std::int64_t> ids)
        : view_(view), known_(known), people_(view, without(std::move(ids), known != nullptr ? known->id : 0))
    {
    }

    const std::shared_ptr<User>& as_poster(std::int64_t id)
    {
        auto& shown = posters_[id];
        if (!shown) shown = std::make_shared<User>(accounts::show_user(account(id), view_.caller, view_.settings()));
        return shown;
    }
    const User& as_assignee(std::int64_t id)
    {
        const auto [at, is_new] = assignees_.try_emplace(id);
        if (is_new) at->second = accounts::show_user_plainly(account(id), false, view_.settings());
        return at->second;
    }

private:
    const ShownAccount& account(std::int64_t id) const
    {
        return known_ != nullptr && known_->id == id ? *known_ : people_.at(id);
    }

    View view_;
    const Account* known_; // whoever was read already: the owner of the repository
    People people_;
    std::map<std::int64_t, std::shared_ptr<User>> posters_{};
    std::map<std::int64_t, User> assignees_{};
};

std::vector<Issue> show(const View& view, std::span<const StoredIssue> rows, const std::map<std::int64_t, Home>& homes,
                        const Account* known = nullptr)
{
    std::vector<std::int64_t> account_ids;
    std::vector<std::int64_t> milestone_ids;
    for (const auto& row : rows) {
        account_ids.push_back(row.poster_id);
        if (row.milestone_id != 0) milestone_ids.push_back(row.milestone_id);
    }
    auto found = belongings_of(view, rows);
    for (const auto& assignment : found.assignments) account_ids.push_back(assignment.account_id);
    ShownPeople people(view, known, std::move(account_ids));
    const auto milestones =
        milestone_ids.empty() ? std::map<std::int64_t, Milestone>() : milestones_by_id(view.db(), milestone_ids);

    std::vector<std::int64_t> of_nobody;
    for (const auto& row : rows)
        if (row.poster_id == 0) of_nobody.push_back(row.id);
    const auto imported = authors_of_issues(view.db(), of_nobody);

    std::map<std::int64_t, std::shared_ptr<RepositoryMeta>> repositories;
    for (const auto& [id, home] : homes)
        repositories.emplace(
            id, std::make_shared<RepositoryMeta>(home.id, home.name, home.owner, home.owner + "/" + home.name));

    std::vector<Issue> shown;
    shown.reserve(rows.size());
    for (const auto& row : rows) {
        auto& last = shown.emplace_back(show_row(view, row, homes.at(row.repository_id)));
        last.repository = repositories.at(row.repository_id);
        last.user = people.as_poster(row.poster_id);
        if (const auto at = imported.find(row.id); at != imported.end()) {
            last.original_author = at->second.name;
            last.original_author_id = at->second.account_id;
        }
        if (const auto at = found.labels.find(row.id); at != found.labels.end()) last.labels = std::move(at->second);
        if (const auto at = found.projects.find(row.id); at != found.projects.end())
            last.projects = std::move(at->second);
        if (const auto at = found.assets.find(row.id); at != found.assets.end()) last.assets = std::move(at->second);
        if (const auto at = milestones.find(row.milestone_id); at != milestones.end()) last.milestone = at->second;
        const auto mine = std::ranges::equal_range(found.assignments, row.id, {}, &Assignment::issue_id);
        for (const auto& assignment : mine) {
            if (!last.assignees) last.assignees.emplace();
            last.assignees->push_back(people.as_assignee(assignment.account_id));
        }
        if (last.assignees) last.assignee = last.assignees->front();
    }
    return shown;
}

} // namespace

Home home_of(const RepositoryContext& place)
{
    return {.id = place.repository.id, .owner = place.owner.name, .name = place.repository.name};
}

std::map<std::int64_t, Home> homes_of(db::Queries& db, std::vector<std::int64_t> repository_ids)
{
    std::map<std::int64_t, Home> homes;
    if (repository_ids.empty()) return homes;
    make_distinct(repository_ids);
    db::Composition query("SELECT r.id, o.name AS owner, r.name FROM repository r JOIN account o ON o.id = r.owner_id"
                          " WHERE r.id IN ");
    query << bound(repository_ids);
    for (auto& home : db.all<Home>(query)) homes.emplace(home.id, std::move(home));
    return homes;
}

std::string page_of(const config::Settings& settings, const Home& home, const StoredIssue& issue)
{
    return settings.server.root_url + home.owner + "/" + home.name + (issue.is_pull ? "/pulls/" : "/issues/")
        + std::to_string(issue.number);
}

std::string page_of(const config::Settings& settings, const Home& home, const StoredIssue& issue,
                    std::int64_t comment_id)
{
    return page_of(settings, home, issue) + "#issuecomment-" + std::to_string(comment_id);
}

People::People(const View& view, std::vector<std::int64_t> ids)
    : view_(view), found_(view.db(), without(std::move(ids), view.caller.id))
{
}

const ShownAccount& People::at(std::int64_t id) const
{
    return !view_.caller.anonymous() && id == view_.caller.id ? accounts::account_of(view_.caller) : found_.at(id);
}

User People::plainly(std::int64_t id) const { return accounts::show_user_plainly(at(id), false, view_.settings()); }

std::optional<User> People::plainly(std::optional<std::int64_t> id) const
{
    return id ? std::optional(plainly(*id)) : std::nullopt;
}

std::vector<Issue> show_issues(const View& view, std::span<const StoredIssue> rows)
{
    std::vector<std::int64_t> repository_ids;
    for (const auto& row : rows) repository_ids.push_back(row.repository_id);
    if (rows.empty()) return {};
    return show(view, rows, homes_of(view.db(), std::move(repository_ids)));
}

std::vector<Issue> show_issues(const View& view, const RepositoryContext& place, std::span<const StoredIssue> rows)
{
    if (rows.empty()) return {};
    return show(view, rows, {{place.repository.id, home_of(place)}}, &place.owner);
}

Issue show_issue(const View& view, const RepositoryContext& place, const StoredIssue& row)
{
    return std::move(show_issues(view, place, {&row, 1}).front());
}

} // namespace cairn::issues

template <> const cairn::Type& cairn::type_of<cairn::issues::Issue>() { return detail::type<cairn::issues::Issue>; }
