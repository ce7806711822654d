// The timeline of an issue: what was said and what happened, in one list.
#include <algorithm>

#include "base/distinct.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/readable.hpp"
#include "issues/tables.hpp"
#include "issues/time/tracked_time.hpp"
#include "issues/timeline/comment.hpp"
#include "organizations/team.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using accounts::User;
using db::bound;
using organizations::StoredTeam;
using organizations::Team;
using Ids = std::vector<std::int64_t>;
using Piece = db::Composition::Piece;

namespace {

struct TimelineComment {
    std::int64_t id = 0;
    EventKind type = EventKind::comment;
    std::string html_url;
    std::string pull_request_url;
    std::string issue_url;
    std::optional<User> user;
    std::string body;
    Time created_at;
    Time updated_at;
    std::int64_t old_project_id = 0;
    std::int64_t project_id = 0;
    std::optional<Milestone> old_milestone;
    std::optional<Milestone> milestone;
    std::optional<TrackedTime> tracked_time;
    std::string old_title;
    std::string new_title;
    std::string old_ref;
    std::string new_ref;
    std::optional<Issue> ref_issue;
    std::optional<Comment> ref_comment;
    RefAction ref_action = RefAction::none;
    std::string ref_commit_sha;
    std::int64_t review_id = 0;
    std::optional<Label> label;
    std::optional<User> assignee;
    std::optional<Team> assignee_team;
    bool removed_assignee = false;
    std::optional<User> resolve_doer;
    std::optional<Issue> dependent_issue;
};
BOOST_DESCRIBE_STRUCT(TimelineComment, (),
                      (id, type, html_url, pull_request_url, issue_url, user, body, created_at, updated_at,
                       old_project_id, project_id, old_milestone, milestone, tracked_time, old_title, new_title,
                       old_ref, new_ref, ref_issue, ref_comment, ref_action, ref_commit_sha, review_id, label, assignee,
                       assignee_team, removed_assignee, resolve_doer, dependent_issue))
constexpr auto notes(const TimelineComment*)
{
    return std::array{
        Note{"",
             "Something that was said about an issue or that happened to it. The type tells which members mean"
             " something; the others are null, empty or 0"},
        Note{"body", "what was said; of a label \"1\" if it was put on, of a deadline its day"},
        Note{"ref_issue", "where the issue was referred to"},
        Note{"ref_action", "none, closes, reopens, or neutered where the reference is there no longer"},
        Note{"removed_assignee", "the assignee is none any more"},
        Note{"resolve_doer", "who has said that it is done"},
    };
}

struct ListTimeline : Paging {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListTimeline, (Paging), (since, before))
constexpr auto notes(const ListTimeline*)
{
    return std::array{Note{"since", "not updated before this time"}, Note{"before", "not updated after this time"}};
}

// None is null, not an empty list, to today's clients.
using Timeline = std::optional<std::vector<TimelineComment>>;

// What the entries of a page tell of, each kind read at once.
class Told {
public:
    Told(const Call& call, const std::vector<StoredComment>& rows) : people_(call, accounts_in(rows))
    {
        milestones_ = milestones_by_id(
            call.db(), collect(rows, [](const auto& row) { return Ids{row.old_milestone_id, row.milestone_id}; }));
        times_ = tracked_times_by_id(call, collect(rows, [](const auto& row) { return Ids{row.tracked_time_id}; }));
        for (auto& issue : readable_issues(call, collect(rows, [](const auto& row) {
                                               return Ids{row.ref_issue_id.value_or(0),
                                                          row.dependent_issue_id.value_or(0)};
                                           })))
            issues_.emplace(issue.id, std::move(issue));
        load_labels(call, collect(rows, [](const auto& row) { return Ids{row.label_id}; }));
        load_teams(call, collect(rows, [](const auto& row) { return Ids{row.assignee_team_id}; }));
        load_comments(call, collect(rows, [](const auto& row) { return Ids{row.ref_comment_id}; }));
    }

    const People& people() const { return people_; }
    std::optional<Milestone> milestone(std::int64_t id) const { return in(milestones_, id); }
    std::optional<TrackedTime> time(std::int64_t id) const { return in(times_, id); }
    std::optional<Issue> issue(std::optional<std::int64_t> id) const { return in(issues_, id.value_or(0)); }
    std::optional<Label> label(std::int64_t id) const { return in(labels_, id); }
    std::optional<Team> team(std::int64_t id) const { return in(teams_, id); }
    std::optional<Comment> comment(std::int64_t id) const { return in(comments_, id); }

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

    void load_labels(const Call& call, const Ids& ids)
    {
        if (ids.empty()) return;
        db::Composition query(Piece::trusted(select_labels.text));
        query << " WHERE l.id IN " << bound(ids);
        for (const auto& row : call.db().all<StoredLabel>(query))
            labels_.emplace(row.id, show_label(row, call.settings()));
    }

    void load_teams(const Call& call, const Ids& ids)
    {
        if (ids.empty()) return;
        db::Composition query("SELECT * FROM team WHERE id IN ");
        query << bound(ids);
        for (const auto& row : call.db().all<StoredTeam>(query)) teams_.emplace(row.id, organizations::show_team(row));
    }

    // Comments that referred to the issue, of issues that the caller may read.
    void load_comments(const Call& call, const Ids& ids)
    {
        if (ids.empty()) return;
        db::Composition query("SELECT * FROM comment WHERE id IN ");
        query << bound(ids);
        auto rows = call.db().all<StoredComment>(query);
        std::erase_if(rows, [&](const auto& row) { return !issues_.contains(row.issue_id); });
        Ids issue_ids;
        Ids repository_ids;
        for (const auto& row : rows) {
            issue_ids.push_back(row.issue_id);
            repository_ids.push_back(row.repository_id);
        }
        std::map<std::int64_t, StoredIssue> about;
        for (auto& issue : find_issues(call.db(), issue_ids)) about.emplace(issue.id, std::move(issue));
        for (auto& comment : show_comments(call, rows, about, homes_of(call.db(), std::move(repository_ids))))
            comments_.emplace(comment.id, std::move(comment));
    }

    People people_;
    std::map<std::int64_t, Milestone> milestones_{};
    std::map<std::int64_t, TrackedTime> times_{};
    std::map<std::int64_t, Issue> issues_{};
    std::map<std::int64_t, Label> labels_{};
    std::map<std::int64_t, Team> teams_{};
    std::map<std::int64_t, Comment> comments_{};
};

// "refs/heads/main" is "main" to people.
std::string short_ref(std::string_view ref)
{
    for (const std::string_view prefix : {"refs/heads/", "refs/tags/"})
        if (ref.starts_with(prefix)) return std::string(ref.substr(prefix.size()));
    return std::string(ref);
}

TimelineComment show(const Call& call, const IssueContext& at, const StoredComment& row, const Told& told)
{
    const auto home = home_of(at.place);
    const auto page = page_of(call.settings(), home, at.issue);
    TimelineComment shown;
    shown.id = row.id;
    shown.type = row.kind;
    shown.html_url = page_of(call.settings(), home, at.issue, row.id);
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

Result<Timeline> list(Call& call, const IssueContext& at, Query<ListTimeline> query)
{
    db::Composition entries("SELECT c.* FROM comment c WHERE c.kind <> 'code' AND c.issue_id = ");
    entries << bound(at.issue.id);
    if (query->since) entries << " AND c.updated_at >= " << bound(*query->since);
    if (query->before) entries << " AND c.updated_at <= " << bound(*query->before);
    // What refers to it from where the caller may not look is not told.
    entries << " AND (c.ref_issue_id IS NULL OR EXISTS (SELECT 1 FROM issue i JOIN repository r ON"
               " r.id = i.repository_id WHERE i.id = c.ref_issue_id AND ";
    add_reads_issue(entries, access::Viewer::of(call.caller));
    entries << ")) ORDER BY c.created_at, c.id LIMIT " << bound(query->limit) << " OFFSET " << bound(query->offset());
    const auto rows = call.db().all<StoredComment>(entries);
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(rows.size()));
    call.reply_headers.emplace_back("Access-Control-Expose-Headers", "X-Total-Count");
    if (rows.empty()) return Timeline();
    const Told told(call, rows);
    Timeline shown(std::in_place);
    shown->reserve(rows.size());
    for (const auto& row : rows) shown->push_back(show(call, at, row, told));
    return shown;
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/issues/{index}/timeline", scope::issue, reads_issue, handle<list>, 200, "issueGetCommentsAndTimeline", "List what was said about an issue and what happened to it", {422}, "TimelineList"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table timeline_table{"issue", operations};

} // namespace cairn::issues
