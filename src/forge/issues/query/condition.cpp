#include "issues/query/condition.hpp"

#include <algorithm>

#include "issues/boards/project.hpp"
#include "issues/readable.hpp"

namespace cairn::issues {

using db::bound;
using Of = IssueCondition::Of;
using Piece = db::Composition::Piece;

namespace {

// What holds if one of several does.
class Either {
public:
    explicit Either(db::Composition& query) : query_(query) { }

    db::Composition& next()
    {
        if (!std::exchange(first_, false)) query_ << " OR ";
        return query_;
    }
    void end()
    {
        if (first_) query_ << "FALSE";
    }

private:
    db::Composition& query_;
    bool first_ = true;
};

// A table with rows of an issue and of something else that the issue has.
struct Belonging {
    Piece table;
    Piece other; // the column that has the ids
    Piece never; // that it had none of the kind, ever, the issue's row knows
};

Belonging belonging_of(Of of)
{
    switch (of) {
    case Of::assignee: return {"issue_assignee", "account_id", "(i.belongings & 1) = 0 OR "};
    case Of::mention: return {"issue_mention", "account_id", ""};
    case Of::project: return {"project_card", "project_id", "(i.belongings & 8) = 0 OR "};
    default: return {"issue_label", "label_id", "(i.belongings & 2) = 0 OR "};
    }
}

// The planner may begin with what leads; whether one issue has something it is better asked of that issue.
void add_belonging(db::Composition& query, const IssueCondition& condition)
{
    const auto [table, other, never] = belonging_of(condition.of);
    Either either(query);
    if (!condition.ids.empty() && condition.leads())
        either.next() << "i.id IN (SELECT x.issue_id FROM " << table << " x WHERE x." << other << " IN "
                      << bound(condition.ids) << ")";
    else if (!condition.ids.empty())
        either.next() << "EXISTS (SELECT 1 FROM " << table << " x WHERE x.issue_id = i.id AND x." << other << " IN "
                      << bound(condition.ids) << ")";
    if (condition.none && condition.of == Of::project) {
        either.next() << never
                      << "NOT EXISTS (SELECT 1 FROM project_card x JOIN project p ON p.id = x.project_id"
                         " LEFT JOIN repository r ON r.id = p.repository_id"
                         " JOIN account o ON o.id = COALESCE(r.owner_id, p.owner_id) WHERE x.issue_id = i.id AND ";
        add_sees_project(query, condition.viewer);
        query << ")";
    } else if (condition.none) {
        either.next() << never << "NOT EXISTS (SELECT 1 FROM " << table << " x WHERE x.issue_id = i.id)";
    }
    either.end();
}

void add_milestone(db::Composition& query, const IssueCondition& condition)
{
    Either either(query);
    if (!condition.ids.empty())
        either.next() << "(i.milestone_id <> 0 AND i.milestone_id IN " << bound(condition.ids) << ")";
    if (condition.none) either.next() << "i.milestone_id = 0";
    either.end();
}

void add_state(db::Composition& query, const IssueCondition& condition)
{
    Either either(query);
    for (const std::string_view word : condition.words) {
        if (word == "open") either.next() << "NOT i.closed";
        else if (word == "closed") either.next() << "i.closed";
        else if (word == "merged") either.next() << "i.merged_at <> 0";
        else if (word == "draft") either.next() << "i.draft";
        else if (word == "pinned") either.next() << "i.pin_order > 0";
        else if (word == "issue") either.next() << "NOT i.is_pull";
        else if (word == "pull") either.next() << "i.is_pull";
    }
    either.end();
}

// The last verdict of each of those whose word counts.
constexpr Piece has_verdict("EXISTS (SELECT 1 FROM review v WHERE v.issue_id = i.id AND v.official AND NOT v.dismissed"
                            " AND NOT EXISTS (SELECT 1 FROM review n WHERE n.issue_id = v.issue_id"
                            " AND n.reviewer_id = v.reviewer_id AND n.state IN ('APPROVED', 'REQUEST_CHANGES')"
                            " AND (n.created_at, n.id) > (v.created_at, v.id)) AND v.state = ");

void add_review(db::Composition& query, const IssueCondition& condition)
{
    Either either(query);
    for (const std::string_view word : condition.words) {
        if (word == "none")
            either.next() << "NOT EXISTS (SELECT 1 FROM review v WHERE v.issue_id = i.id"
                             " AND v.state IN ('APPROVED', 'REQUEST_CHANGES', 'COMMENT'))";
        else if (word == "required")
            either.next() << "EXISTS (SELECT 1 FROM review v WHERE v.issue_id = i.id AND v.state = 'REQUEST_REVIEW')";
        else if (word == "changes") either.next() << has_verdict << "'REQUEST_CHANGES')";
        else if (word == "approved")
            either.next() << "(" << has_verdict << "'APPROVED') AND NOT " << has_verdict << "'REQUEST_CHANGES'))";
        else if (word == "mine")
            either.next() << "i.id IN (SELECT v.issue_id FROM review v WHERE v.state = 'REQUEST_REVIEW' AND"
                             " v.reviewer_id = "
                          << bound(condition.viewer.id)
                          << " UNION SELECT v.issue_id FROM review v WHERE v.state = 'REQUEST_REVIEW' AND"
                             " v.team_id IS NOT NULL AND v.team_id IN "
                          << bound(condition.teams) << ")";
    }
    either.end();
}

// What somebody may not read is not told of either.
void add_dependency(db::Composition& query, const IssueCondition& condition)
{
    query << "i.id IN (SELECT x.issue_id FROM issue_dependency x JOIN issue i ON i.id = x.depends_on_id"
             " JOIN repository r ON r.id = i.repository_id WHERE NOT i.closed AND ";
    add_reads_issue(query, condition.viewer);
    query << ")";
}

void add_range(db::Composition& query, const IssueCondition& condition, Piece column)
{
    query << column << " >= " << bound(condition.least) << " AND " << column << " <= " << bound(condition.most);
}

void add_due(db::Composition& query, const IssueCondition& condition)
{
    if (condition.none) {
        query << "i.deadline_at = 0";
        return;
    }
    query << "i.deadline_at <> 0 AND ";
    add_range(query, condition, "i.deadline_at");
}

} // namespace

bool IssueCondition::leads() const
{
    if (negated || none) return false;
    if (of == Of::review) return words.size() == 1 && words.front() == "mine";
    return !ids.empty()
        && (of == Of::label || of == Of::project || of == Of::assignee || of == Of::mention || of == Of::reviewer);
}

bool IssueCondition::passing() const { return of == Of::dependency || (of == Of::project && none); }

void add_condition(db::Composition& query, const IssueCondition& condition)
{
    query << (condition.negated ? Piece(" AND NOT (") : Piece(" AND ("));
    switch (condition.of) {
    case Of::label:
    case Of::assignee:
    case Of::mention:
    case Of::project: add_belonging(query, condition); break;
    case Of::milestone: add_milestone(query, condition); break;
    case Of::poster: query << "COALESCE(i.poster_id, 0) IN " << bound(condition.ids); break;
    case Of::repository: query << "i.repository_id IN " << bound(condition.ids); break;
    case Of::number: query << "i.number IN " << bound(condition.ids); break;
    case Of::reviewer:
        query << "i.id IN (SELECT v.issue_id FROM review v WHERE v.state IN ('APPROVED', 'REQUEST_CHANGES', 'COMMENT')"
                 " AND v.reviewer_id IN "
              << bound(condition.ids) << ")";
        break;
    case Of::state: add_state(query, condition); break;
    case Of::review:
        query << "i.is_pull AND (";
        add_review(query, condition);
        query << ")";
        break;
    case Of::dependency: add_dependency(query, condition); break;
    case Of::created: add_range(query, condition, "i.created_at"); break;
    case Of::updated: add_range(query, condition, "i.updated_at"); break;
    case Of::due: add_due(query, condition); break;
    case Of::comments: add_range(query, condition, "i.comment_count"); break;
    }
    query << ")";
}

} // namespace cairn::issues
