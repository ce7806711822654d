#include "issues/timeline/shown_timeline.hpp"

#include <algorithm>

#include "base/distinct.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/moved_issue.hpp"
#include "issues/readable.hpp"

namespace cairn::issues {

using api::View;
using db::bound;
using organizations::StoredTeam;
using organizations::Team;
using Ids = std::vector<std::int64_t>;
using Piece = db::Composition::Piece;

namespace {

// What the entries of a page tell of, each kind read at once.
class Told {
public:
    Told(const View& view, const IssueContext& at, const std::vector<StoredComment>& rows)
        : people_(view, accounts_in(rows))
    {
        for (const auto& place : former_places(view, at.issue))
            if (!place.repository.empty())
                former_.emplace(place.event_id, place.repository + "#" + std::to_string(place.number));
        milestones_ = milestones_by_id(
            view.db(), collect(rows, [](const auto& row) { return Ids{row.old_milestone_id, row.milestone_id}; }));
        times_ = tracked_times_by_id(view, collect(rows, [](const auto& row) { return Ids{row.tracked_time_id}; }));
        for (auto& issue : readable_issues(view, collect(rows, [](const auto& row) {
                                               return Ids{row.ref_issue_id.value_or(0),
                                                          row.dependent_issue_id.value_or(0)};
                                           })))
            issues_.emplace(issue.id, std::move(issue));
        load_labels(view, collect(rows, [](const auto& row) { return Ids{row.label_id}; }));
        load_teams(view, collect(rows, [](const auto& row) { return Ids{row.assignee_team_id}; }));
        load_comments(view, collect(rows, [](const auto& row) { return Ids{row.ref_comment_id}; }));
    }

    const People& people() const { return people_; }
    std::optional<Milestone> milestone(std::int64_t id) const { return in(milestones_, id); }
    std::optional<TrackedTime> time(std::int64_t id) const { return in(times_, id); }
    std::optional<Issue> issue(std::optional<std::int64_t> id) const { return in(issues_, id.value_or(0)); }
    std::optional<Label> label(std::int64_t id) const { return in(labels_, id); }
    std::optional<Team> team(std::int64_t id) const { return in(teams_, id); }
    std::optional<Comment> comment(std::int64_t id) const { return in(comments_, id); }
    // Where the issue was before that event moved it: "owner/name#7". Empty where the reader may not know.
    std::string former_place(std::int64_t event_id) const { return in(former_, event_id).value_or(""); }

private:
    template <class T> static std::optional<T> in(const std::map<std::int64_t, T>& found, std::int64_t id)
    {
        const auto at = found.find(id);
        return at == found.end() ? std::nullopt : std::optional(at->second);
    }

    static Ids collect(const std::vector<StoredComment>& rows, Ids (*of)(const StoredComment&))
    {
        Ids ids;
        for (const auto& row : rows) std::ranges::copy(of(row), std::back_inserter(ids));
        make_distinct(ids);
        std::erase(ids, 0);
        return ids;
    }

    static Ids accounts_in(const std::vector<StoredComment>& rows)
    {
        return collect(rows, [](const auto& row) {
            return Ids{row.poster_id.value_or(0), row.assignee_id.value_or(0), row.resolver_id.value_or(0)};
        });
    }

    void load_labels(const View& view, const Ids& ids)
    {
        if (ids.empty()) return;
        db::Composition query(Piece::trusted(select_labels.text));
        query << " WHERE l.id IN " << bound(ids);
        for (const auto& row : view.db().all<StoredLabel>(query))
            labels_.emplace(row.id, show_label(row, view.settings()));
    }

    void load_teams(const View& view, const Ids& ids)
    {
        if (ids.empty()) return;
        db::Composition query("SELECT * FROM team WHERE id IN ");
        query << bound(ids);
        for (const auto& row : view.db().all<StoredTeam>(query)) teams_.emplace(row.id, organizations::show_team(row));
    }

    // Comments that referred to the issue, of issues that the caller may read.
    void load_comments(const View& view, const Ids& ids)
    {
        if (ids.empty()) return;
        db::Composition query("SELECT * FROM comment WHERE id IN ");
        query << bound(ids);
        auto rows = view.db().all<StoredComment>(query);
        std::erase_if(rows, [&](const auto& row) { return !issues_.contains(row.issue_id); });
        Ids issue_ids;
        Ids repository_ids;
        for (const auto& row : rows) {
            issue_ids.push_back(row.issue_id);
            repository_ids.push_back(row.repository_id);
        }
        std::map<std::int64_t, StoredIssue> about;
        for (auto& issue : find_issues(view.db(), issue_ids)) about.emplace(issue.id, std::move(issue));
        for (auto& comment : show_comments(view, rows, about, homes_of(view.db(), std::move(repository_ids))))
            comments_.emplace(comment.id, std::move(comment));
    }

    People people_;
    std::map<std::int64_t, Milestone> milestones_{};
    std::map<std::int64_t, TrackedTime> times_{};
    std::map<std::int64_t, Issue> issues_{};
    std::map<std::int64_t, Label> labels_{};
    std::map<std::int64_t, Team> teams_{};
    std::map<std::int64_t, Comment> comments_{};
    std::map<std::int64_t, std::string> former_{};
};

// "refs/heads/main" is "main" to people.
std::string short_ref(std::string_view ref)
{
    for (const std::string_view prefix : {"refs/heads/", "refs/tags/"})
        if (ref.starts_with(prefix)) return std::string(ref.substr(prefix.size()));
    return std::string(ref);
}

TimelineComment show(const View& view, const IssueContext& at, const StoredComment& row, const Told& told)
{
    const auto home = home_of(at.place);
    const auto page = page_of(view.settings(), home, at.issue);
    TimelineComment shown;
    shown.id = row.id;
    shown.type = row.kind;
    shown.html_url = page_of(view.settings(), home, at.issue, row.id);
    (at.issue.is_pull ? shown.pull_request_url : shown.issue_url) = page;
    shown.user = told.people().plainly(row.poster_id.value_or(0));
    shown.body = row.body;
    shown.created_at = row.created_at;
    shown.updated_at = row.updated_at;
    shown.old_project_id = row.old_project_id;
    shown.project_id = row.project_id;
    shown.old_milestone = told.milestone(row.old_milestone_id);
    shown.milestone = told.milestone(row.milestone_id);
    shown.tracked_time = told.time(row.tracked_time_id);
    if (row.kind == EventKind::change_issue_ref || row.kind == EventKind::change_target_branch
        || row.kind == EventKind::delete_branch) {
        shown.old_ref = short_ref(row.old_text);
        shown.new_ref = short_ref(row.new_text);
    } else if (row.kind == EventKind::transferred) {
        shown.old_ref = told.former_place(row.id);
    } else {
        shown.old_title = row.old_text;
        shown.new_title = row.new_text;
    }
    shown.ref_issue = told.issue(row.ref_issue_id);
    shown.ref_comment = told.comment(row.ref_comment_id);
    shown.ref_action = row.ref_action;
    shown.ref_commit_sha = row.commit_sha;
    shown.review_id = row.review_id;
    shown.label = told.label(row.label_id);
    shown.assignee = told.people().plainly(row.assignee_id);
    shown.assignee_team = told.team(row.assignee_team_id);
    shown.removed_assignee = row.removed;
    shown.resolve_doer = told.people().plainly(row.resolver_id);
    shown.dependent_issue = told.issue(row.dependent_issue_id);
    return shown;
}

// Remarks on lines belong to their reviews. What refers to the issue from where nobody lets the reader look is not
// told.
void add_entries(db::Composition& query, const View& view, const IssueContext& at)
{
    query << " FROM comment c WHERE c.kind <> 'code' AND c.issue_id = " << bound(at.issue.id)
          << " AND (c.ref_issue_id IS NULL OR EXISTS (SELECT 1 FROM issue i JOIN repository r ON"
             " r.id = i.repository_id WHERE i.id = c.ref_issue_id AND ";
    add_reads_issue(query, access::Viewer::of(view.caller));
    query << "))";
}

} // namespace

std::vector<StoredComment> list_timeline(const View& view, const IssueContext& at, const ListTimeline& wanted)
{
    db::Composition entries("SELECT c.*");
    add_entries(entries, view, at);
    if (wanted.since) entries << " AND c.updated_at >= " << bound(*wanted.since);
    if (wanted.before) entries << " AND c.updated_at <= " << bound(*wanted.before);
    entries << " ORDER BY c.created_at, c.id LIMIT " << bound(wanted.limit) << " OFFSET " << bound(wanted.offset());
    return view.db().all<StoredComment>(entries);
}

std::vector<std::int64_t> timeline_ids(const View& view, const IssueContext& at)
{
    db::Composition ids("SELECT c.id AS value");
    add_entries(ids, view, at);
    ids << " ORDER BY c.created_at, c.id";
    return view.db().all<std::int64_t>(ids);
}

std::vector<TimelineComment> show_timeline(const View& view, const IssueContext& at,
                                           const std::vector<StoredComment>& rows)
{
    const Told told(view, at, rows);
    std::vector<TimelineComment> shown;
    shown.reserve(rows.size());
    for (const auto& row : rows) shown.push_back(show(view, at, row, told));
    return shown;
}

} // namespace cairn::issues
