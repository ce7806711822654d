#include "pages/issue_lists/shown_issue.hpp"

#include <algorithm>

#include "http/url.hpp"
#include "issues/listed_facts.hpp"
#include "issues/timeline/imported_author.hpp"
#include "pages/issue/label_badge.hpp"
#include "pages/kit.hpp"
#include "pages/places/repository_address.hpp"
#include "pulls/listed_pulls.hpp"

namespace cairn::pages {

using api::View;
using issues::IssueQuery;
using issues::literal_term;
using issues::QueryTerm;
using issues::QueryWord;
using issues::StoredIssue;
using issues::term_of;

namespace {

ListedState state_of(const StoredIssue& row)
{
    if (row.is_pull && row.merged()) return ListedState::merged;
    if (row.closed) return ListedState::closed;
    return row.is_pull && row.draft ? ListedState::draft : ListedState::open;
}

// Open ones with this word, as links in rows have it.
std::string open_with(const RowStyle& style, QueryTerm term)
{
    IssueQuery query;
    query.terms = {term_of(QueryWord::is, "open"), std::move(term)};
    return list_address(style.list, query);
}

void show_pull(const pulls::ListedPull& pull, const RowStyle& style, ShownIssue& shown)
{
    if (pull.review != pulls::ReviewSummary::none) shown.review = word_of(pull.review);
    shown.checks = pull.checks;
    shown.additions = pull.additions;
    shown.deletions = pull.deletions;
    shown.conflict = pull.conflict && shown.state != ListedState::merged && shown.state != ListedState::closed;
    if (pull.base_branch != style.usual_base && !style.usual_base.empty()) shown.base = pull.base_branch;
}

// What rows are made from, found for all of them at once; what several of them show is made once.
class Rows {
public:
    Rows(const View& view, std::span<const StoredIssue> rows, const RowStyle& style)
        : style_(style), root_(root_of(view.settings())), facts_(issues::listed_facts(view, rows)),
          people_(view.db(), people_in(rows)), homes_(homes_of(view, rows, style)),
          imported_(issues::authors_of_issues(view.db(), without_poster(rows))),
          pulls_(pulls::listed_pulls(view, pulls_among(rows))), now_(Time::now())
    {
        draw_labels();
    }

    ShownIssue show(const StoredIssue& row)
    {
        const auto home = home_of(row.repository_id);
        ShownIssue shown{.id = row.id,
                         .number = row.number,
                         .is_pull = row.is_pull,
                         .state = state_of(row),
                         .address = home + (row.is_pull ? "/pulls/" : "/issues/") + std::to_string(row.number),
                         .title = row.title,
                         .author = author_of(row),
                         .created_at = row.created_at,
                         .closed_at = row.merged() ? row.merged_at : row.closed_at,
                         .due = row.deadline_at,
                         .overdue = row.deadline_at.seconds != 0 && !row.closed && row.deadline_at < now_,
                         .tasks = row.task_count,
                         .done_tasks = row.done_task_count,
                         .comments = row.comment_count};
        if (style_.with_repositories)
            if (const auto at = homes_.find(row.repository_id); at != homes_.end())
                shown.repository = at->second.owner + "/" + at->second.name;
        show_labels(row, shown);
        show_milestone(row, home, shown);
        if (const auto at = facts_.assignees.find(row.id); at != facts_.assignees.end())
            for (const auto id : at->second) shown.assignees.push_back(person(id, QueryWord::assignee));
        if (const auto at = facts_.closing.find(row.id); at != facts_.closing.end()) {
            shown.closing_pull = at->second.number;
            if (at->second.repository_id == row.repository_id)
                shown.closing_address = home + "/pulls/" + std::to_string(at->second.number);
        }
        if (const auto at = pulls_.find(row.id); row.is_pull && at != pulls_.end())
            show_pull(at->second, style_, shown);
        return shown;
    }

private:
    std::vector<std::int64_t> people_in(std::span<const StoredIssue> rows) const
    {
        std::vector<std::int64_t> ids;
        for (const auto& row : rows) ids.push_back(row.poster_id);
        for (const auto& [issue, assignees] : facts_.assignees)
            ids.insert(ids.end(), assignees.begin(), assignees.end());
        return ids;
    }
    static std::map<std::int64_t, issues::Home> homes_of(const View& view, std::span<const StoredIssue> rows,
                                                         const RowStyle& style)
    {
        if (style.home) return {{style.home->id, *style.home}};
        std::vector<std::int64_t> ids;
        for (const auto& row : rows) ids.push_back(row.repository_id);
        return issues::homes_of(view.db(), std::move(ids));
    }
    static std::vector<std::int64_t> without_poster(std::span<const StoredIssue> rows)
    {
        std::vector<std::int64_t> ids;
        for (const auto& row : rows)
            if (row.poster_id == 0) ids.push_back(row.id);
        return ids;
    }
    static std::vector<std::int64_t> pulls_among(std::span<const StoredIssue> rows)
    {
        std::vector<std::int64_t> ids;
        for (const auto& row : rows)
            if (row.is_pull) ids.push_back(row.id);
        return ids;
    }

    std::string home_of(std::int64_t repository_id) const
    {
        const auto at = homes_.find(repository_id);
        return at == homes_.end() ? "" : repository_address(at->second.owner, at->second.name);
    }

    const ListedPerson& person(std::int64_t id, QueryWord word)
    {
        const auto [at, is_new] = shown_people_.try_emplace({id, word});
        if (is_new) {
            const auto& account = people_.at(id);
            at->second = {.name = account.name, .avatar = avatar_address(account)};
            if (id > 0) at->second.address = open_with(style_, literal_term(word, account.name));
        }
        return at->second;
    }

    ListedPerson author_of(const StoredIssue& row)
    {
        if (const auto at = imported_.find(row.id); at != imported_.end()) return {.name = at->second.name};
        return person(row.poster_id, QueryWord::author);
    }

    // All of them, in the order in which issues have them.
    void draw_labels()
    {
        for (const auto& [id, label] : facts_.labels)
            badges_.push_back(
                {.id = id,
                 .name = label.name,
                 .html = label_badge(label, root_ + open_with(style_, literal_term(QueryWord::label, label.name)))});
        std::ranges::sort(badges_, {},
                          [](const Badge& badge) { return std::pair(order_by_scope(badge.name), badge.id); });
    }

    void show_labels(const StoredIssue& row, ShownIssue& shown) const
    {
        const auto at = facts_.label_ids.find(row.id);
        if (at == facts_.label_ids.end()) return;
        for (const auto& badge : badges_)
            if (std::ranges::find(at->second, badge.id) != at->second.end()) shown.labels.push_back(badge.html);
    }

    void show_milestone(const StoredIssue& row, const std::string& home, ShownIssue& shown) const
    {
        const auto at = facts_.milestones.find(row.milestone_id);
        if (at == facts_.milestones.end()) return;
        shown.milestone = at->second.title;
        shown.milestone_address = home + "/milestone/" + std::to_string(at->second.id);
    }

    const RowStyle& style_;
    std::string root_;
    issues::ListedFacts facts_;
    accounts::ShownAccounts people_;
    std::map<std::int64_t, issues::Home> homes_;
    std::map<std::int64_t, issues::ImportedAuthor> imported_;
    std::map<std::int64_t, pulls::ListedPull> pulls_;
    Time now_;
    struct Badge {
        std::int64_t id = 0;
        std::string_view name;
        Html html{};
    };
    std::vector<Badge> badges_{};
    std::map<std::pair<std::int64_t, QueryWord>, ListedPerson> shown_people_{};
};

} // namespace

std::string list_address(std::string_view path, const IssueQuery& query)
{
    return std::string(path) + "?q=" + http::encode_query(query.line());
}

std::vector<ShownIssue> show_issue_rows(const View& view, std::span<const StoredIssue> issues, const RowStyle& style)
{
    std::vector<ShownIssue> shown;
    if (issues.empty()) return shown;
    Rows rows(view, issues, style);
    shown.reserve(issues.size());
    for (const auto& row : issues) shown.push_back(rows.show(row));
    return shown;
}

} // namespace cairn::pages
