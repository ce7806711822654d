#include "issues/labels/labeling.hpp"

#include <algorithm>

#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::issues {

namespace {

bool has(std::span<const StoredLabel> labels, const StoredLabel& label)
{
    return std::ranges::find(labels, label.id, &StoredLabel::id) != labels.end();
}

std::vector<StoredLabel> without_rivals(std::span<const StoredLabel> labels)
{
    std::vector<StoredLabel> kept;
    for (const auto& label : labels) {
        std::erase_if(kept, [&](const StoredLabel& other) { return are_rivals(label, other); });
        kept.push_back(label);
    }
    return kept;
}

std::vector<StoredLabel> borne_by(db::Transaction& tx, const StoredIssue& issue)
{
    static constexpr auto of_issue =
        select_labels + " WHERE l.id IN (SELECT label_id FROM issue_label WHERE issue_id = $1) ORDER BY l.name, l.id";
    return tx.all<StoredLabel>(of_issue.text, issue.id);
}

// What one call does to the labels, told as a whole when it is done.
class Labeling {
public:
    explicit Labeling(const Change& change) : change_(change) { }

    void put_on(const StoredLabel& label)
    {
        if (change_.tx.run("INSERT INTO issue_label (issue_id, label_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                           change_.issue.id, label.id)
            == 0)
            return;
        change_.issue.belongings |= belonging::labels;
        write(label, "1");
        added_.push_back(label.id);
    }
    void take_off(const StoredLabel& label)
    {
        if (change_.tx.run("DELETE FROM issue_label WHERE issue_id = $1 AND label_id = $2", change_.issue.id, label.id)
            == 0)
            return;
        write(label, "");
        removed_.push_back(label.id);
    }
    void tell(bool cleared = false)
    {
        if (added_.empty() && removed_.empty()) return;
        change_.events.tell(change_.tx,
                            events::IssueLabeled{change_.told(), std::move(added_), std::move(removed_), cleared});
    }

private:
    void write(const StoredLabel& label, std::string body)
    {
        auto event = change_.event(EventKind::label);
        event.label_id = label.id;
        event.body = std::move(body);
        change_.issue.updated_at = add_event(change_.tx, std::move(event)).created_at;
    }

    const Change& change_;
    std::vector<std::int64_t> added_{};
    std::vector<std::int64_t> removed_{};
};

} // namespace

void begin_with_labels(const Change& change, std::span<const StoredLabel> labels)
{
    std::vector<StoredLabel> oldest_first(labels.begin(), labels.end());
    std::ranges::sort(oldest_first, {}, &StoredLabel::id);
    Labeling labeling(change);
    for (const auto& label : oldest_first) labeling.put_on(label);
    labeling.tell();
}

void add_labels(const Change& change, std::span<const StoredLabel> labels)
{
    Labeling labeling(change);
    const auto before = borne_by(change.tx, change.issue);
    for (const auto& label : without_rivals(labels)) {
        if (has(before, label)) continue;
        for (const auto& other : before)
            if (are_rivals(label, other)) labeling.take_off(other);
        labeling.put_on(label);
    }
    labeling.tell();
}

void replace_labels(const Change& change, std::span<const StoredLabel> labels)
{
    Labeling labeling(change);
    const auto wanted = without_rivals(labels);
    for (const auto& label : borne_by(change.tx, change.issue))
        if (!has(wanted, label)) labeling.take_off(label);
    for (const auto& label : wanted) labeling.put_on(label);
    labeling.tell();
}

void take_off_label(const Change& change, std::int64_t label_id)
{
    Labeling labeling(change);
    labeling.take_off({.id = label_id});
    labeling.tell();
}

void clear_labels(const Change& change)
{
    Labeling labeling(change);
    for (const auto& label : borne_by(change.tx, change.issue)) labeling.take_off(label);
    labeling.tell(true);
}

void set_milestone(const Change& change, std::int64_t milestone_id)
{
    auto& [tx, events, actor_id, issue] = change;
    if (issue.milestone_id == milestone_id) return;
    auto event = change.event(EventKind::milestone);
    event.old_milestone_id = issue.milestone_id;
    event.milestone_id = milestone_id;
    tx.run("UPDATE issue SET milestone_id = $2 WHERE id = $1", issue.id, milestone_id);
    events.tell(tx, events::IssueMilestoned{change.told(), milestone_id, issue.milestone_id});
    issue.milestone_id = milestone_id;
    issue.updated_at = add_event(tx, std::move(event)).created_at;
}

} // namespace cairn::issues
