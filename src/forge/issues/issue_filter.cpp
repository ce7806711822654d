#include "issues/issue_filter.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::issues {

using db::bound;
using Piece = db::Composition::Piece;

namespace {

constexpr std::size_t most_words = 20;

// A table that has a row for each issue that a filter is about, with its newest first in an index: the list begins
// there if it has such a filter.
enum class Beginning : std::uint8_t { issue, assignee, mention, label };

Beginning beginning_of(const IssueFilter& filter)
{
    if (filter.assignee_id != 0) return Beginning::assignee;
    if (filter.mentioned_id != 0) return Beginning::mention;
    if (!filter.labels.empty() && filter.labels.front().size() == 1) return Beginning::label;
    return Beginning::issue;
}

void add_beginning(db::Composition& query, const IssueFilter& filter, Beginning beginning)
{
    switch (beginning) {
    case Beginning::issue: query << " FROM issue i WHERE TRUE"; break;
    case Beginning::assignee:
        query << " FROM issue_assignee d JOIN issue i ON i.id = d.issue_id WHERE d.account_id = "
              << bound(filter.assignee_id);
        break;
    case Beginning::mention:
        query << " FROM issue_mention d JOIN issue i ON i.id = d.issue_id WHERE d.account_id = "
              << bound(filter.mentioned_id);
        break;
    case Beginning::label:
        query << " FROM issue_label d JOIN issue i ON i.id = d.issue_id WHERE d.label_id = "
              << bound(filter.labels.front().front());
    }
}

void add_words(db::Composition& query, const IssueFilter& filter)
{
    if (filter.words.empty() && !filter.hopeless) return;
    query << " AND (";
    if (filter.hopeless) query << "FALSE";
    for (std::size_t n = 0; const auto& word : filter.words) {
        if (n++ > 0) query << " AND ";
        query << "i.id IN (SELECT w.rowid FROM issue_words(" << bound(word)
              << ") w UNION SELECT c.issue_id FROM comment_words(" << bound(word)
              << ") w JOIN comment c ON c.id = w.rowid WHERE c.review_id = 0 OR NOT EXISTS"
                 " (SELECT 1 FROM review d WHERE d.id = c.review_id AND d.state = 'PENDING'))";
    }
    if (filter.number != 0) query << " OR i.number = " << bound(filter.number);
    query << ")";
}

void add_people(db::Composition& query, const IssueFilter& filter, Beginning beginning)
{
    if (filter.poster_id != 0) query << " AND i.poster_id = " << bound(filter.poster_id);
    if (filter.mentioned_id != 0 && beginning != Beginning::mention)
        query << " AND EXISTS (SELECT 1 FROM issue_mention m WHERE m.issue_id = i.id AND m.account_id = "
              << bound(filter.mentioned_id) << ")";
    if (filter.reviewer_id != 0)
        query << " AND EXISTS (SELECT 1 FROM comment c WHERE c.issue_id = i.id AND c.kind = 'review'"
                 " AND c.poster_id = "
              << bound(filter.reviewer_id) << ")";
    // Asked, and neither taken back nor done since.
    if (filter.review_requested_id != 0)
        query << " AND EXISTS (SELECT 1 FROM comment c WHERE c.issue_id = i.id AND c.kind = 'review_request'"
                 " AND NOT c.removed AND c.assignee_id = "
              << bound(filter.review_requested_id)
              << " AND NOT EXISTS (SELECT 1 FROM comment l WHERE l.issue_id = i.id"
                 " AND (l.created_at, l.id) > (c.created_at, c.id)"
                 " AND ((l.kind = 'review_request' AND l.removed AND l.assignee_id = c.assignee_id)"
                 " OR (l.kind = 'review' AND l.poster_id = c.assignee_id))))";
}

} // namespace

bool IssueFilter::is_ordered() const
{
    if (!words.empty() || hopeless || since || before || review_requested_id != 0 || reviewer_id != 0) return false;
    if (!conditions.empty() || order.by != QueryOrder::By::created) return false;
    const bool has_labels = !labels.empty();
    const bool has_milestones = !milestones.empty();
    if ((has_labels && (labels.size() > 1 || labels.front().size() > 1)) || milestones.size() > 1) return false;
    return (poster_id != 0) + (assignee_id != 0) + (mentioned_id != 0) + has_labels + has_milestones == 1;
}

bool IssueFilter::is_plain() const
{
    return words.empty() && !hopeless && labels.empty() && milestones.empty() && !since && !before && poster_id == 0
        && assignee_id == 0 && mentioned_id == 0 && review_requested_id == 0 && reviewer_id == 0 && conditions.empty();
}

bool IssueFilter::is_passing() const { return std::ranges::any_of(conditions, &IssueCondition::passing); }

std::int64_t IssueFilter::total_of(const IssueCounts& counts) const
{
    const bool with_open = !closed.value_or(false);
    const bool with_closed = closed.value_or(true);
    std::int64_t total = 0;
    if (!is_pull.value_or(false))
        total += (with_open ? counts.open_issues_count : 0) + (with_closed ? counts.closed_issues_count : 0);
    if (is_pull.value_or(true))
        total += (with_open ? counts.open_pulls_count : 0) + (with_closed ? counts.closed_pulls_count : 0);
    return total;
}

void IssueFilter::set_state(std::string_view state)
{
    closed = state == "closed";
    if (state == "all") closed.reset();
}

void IssueFilter::set_words(std::string_view q)
{
    q = text::trim(q);
    if (q.empty()) return;
    number = text::parse_integer(q, 1).value_or(0);
    std::string spaced(q);
    std::ranges::replace_if(spaced, text::is_space, ' ');
    for (const auto part : text::split_list(spaced, ' ')) add_phrase(part);
    hopeless = words.empty();
}

void IssueFilter::add_phrase(std::string_view written)
{
    const auto is_letter = [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    };
    std::string phrase(written);
    std::ranges::replace_if(phrase, [](char c) { return c == '"' || text::is_space(c); }, ' ');
    if (std::ranges::any_of(phrase, is_letter) && words.size() < most_words) words.push_back("\"" + phrase + "\"");
}

void add_from(db::Composition& query, const IssueFilter& filter)
{
    const auto beginning = beginning_of(filter);
    add_beginning(query, filter, beginning);
    const bool led = beginning != Beginning::issue || std::ranges::any_of(filter.conditions, &IssueCondition::leads);
    // The plus keeps the planner from another way than the one that the list begins with.
    if (filter.repository_id != 0)
        query << (led ? Piece(" AND +i.repository_id = ") : Piece(" AND i.repository_id = "))
              << bound(filter.repository_id);
    if (filter.closed) query << " AND i.closed = " << bound(*filter.closed);
    if (filter.is_pull) query << " AND i.is_pull = " << bound(*filter.is_pull);
    if (filter.since) query << " AND i.updated_at >= " << bound(*filter.since);
    if (filter.before) query << " AND i.updated_at <= " << bound(*filter.before);
    if (filter.milestones.size() == 1)
        query << " AND i.milestone_id <> 0 AND i.milestone_id = " << bound(filter.milestones.front());
    else if (!filter.milestones.empty())
        query << " AND i.milestone_id <> 0 AND i.milestone_id IN " << bound(filter.milestones);
    for (std::size_t n = beginning == Beginning::label ? 1 : 0; n < filter.labels.size(); ++n)
        query << " AND EXISTS (SELECT 1 FROM issue_label l WHERE l.issue_id = i.id AND l.label_id IN "
              << bound(filter.labels[n]) << ")";
    add_people(query, filter, beginning);
    for (const auto& condition : filter.conditions) add_condition(query, condition);
    add_words(query, filter);
}

void add_order(db::Composition& query, const IssueFilter& filter)
{
    const auto [by, reversed] = filter.order;
    switch (by) {
    case QueryOrder::By::created:
        if (beginning_of(filter) == Beginning::issue)
            query << (reversed ? Piece(" ORDER BY i.created_at, i.id")
                               : Piece(" ORDER BY i.created_at DESC, i.id DESC"));
        else
            query << (reversed ? Piece(" ORDER BY d.issue_at, d.issue_id")
                               : Piece(" ORDER BY d.issue_at DESC, d.issue_id DESC"));
        break;
    case QueryOrder::By::updated:
        query << (reversed ? Piece(" ORDER BY i.updated_at, i.id") : Piece(" ORDER BY i.updated_at DESC, i.id DESC"));
        break;
    case QueryOrder::By::comments:
        query << (reversed ? Piece(" ORDER BY i.comment_count, i.id DESC")
                           : Piece(" ORDER BY i.comment_count DESC, i.id DESC"));
        break;
    case QueryOrder::By::due: // what is due at no time comes last
        query << (reversed
                      ? Piece(" ORDER BY i.deadline_at DESC, i.id DESC")
                      : Piece(" ORDER BY CASE WHEN i.deadline_at = 0 THEN 1 ELSE 0 END, i.deadline_at, i.id DESC"));
        break;
    case QueryOrder::By::reactions:
        query << (reversed ? Piece(" ORDER BY i.reaction_count, i.id DESC")
                           : Piece(" ORDER BY i.reaction_count DESC, i.id DESC"));
        break;
    }
}

Page<std::int64_t> find_page(db::Queries& db, const Paging& paging, const IssueFilter& filter,
                             const std::function<cache::Versions()>& read_versions,
                             const std::function<void(db::Composition&)>& add_where,
                             const std::function<std::int64_t()>& count_plain)
{
    db::Composition ids("SELECT i.id");
    add_where(ids);
    add_order(ids, filter);
    // Indexes have all of them by the times of their making and of their last change.
    const bool indexed =
        filter.is_plain() && (filter.order.by == QueryOrder::By::created || filter.order.by == QueryOrder::By::updated);
    if (filter.is_passing())
        return cache::page_of_ids(db, paging, cache::Versions([] { return cache::VersionNumbers(); }), ids);
    if (!indexed && !filter.is_ordered()) return cache::page_of_ids(db, paging, read_versions(), ids);
    ids << " LIMIT " << bound(paging.limit) << " OFFSET " << bound(paging.offset());
    Page<std::int64_t> page{.items = db.all<std::int64_t>(ids), .total = 0};
    const auto shown = static_cast<std::int64_t>(page.items.size());
    if (filter.is_plain()) {
        page.total = count_plain();
    } else if (paging.page == 1 && shown < paging.limit) {
        page.total = shown;
    } else {
        db::Composition count("SELECT count(*) AS value");
        add_where(count);
        page.total = cache::count(db, read_versions(), count);
    }
    // What came in between is counted at the latest with the page that shows it.
    if (shown > 0) page.total = std::max(page.total, paging.offset() + shown);
    return page;
}

} // namespace cairn::issues
