#include "issues/labels/labeling.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::issues {

using api::Call;

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

using Labels = std::vector<StoredLabel>;

// Labels by their ids, or by their names, which find those of the repository and of its organization alike.
Result<Labels> read_labels(db::Queries& db, const RepositoryContext& place, const std::vector<Json>& written)
{
    std::vector<std::int64_t> ids;
    std::vector<std::string> names;
    for (const Json& each : written) {
        if (const auto id = text::parse_integer(each.text)) ids.push_back(*id);
        else if (!each.text.starts_with('"')
                 || !api::decode_json(type_of<std::string>(), each.text, &names.emplace_back()))
            return fail(Errc::bad_request, "a label is told by its id or by its name");
    }
    if (!ids.empty() && !names.empty()) return fail(Errc::bad_request, "labels are told by ids or by names, not both");
    return names.empty() ? usable_labels(db, place.repository, ids) : usable_labels(db, place.repository, names);
}

// Whoever takes labels off is refused without a word, as today's clients know it.
Result<void> check_may_take_off(const IssueContext& at)
{
    if (!at.may_write()) return fail(Errc::forbidden, "", ErrorForm::empty);
    return {};
}

Result<Labels> change_by(const Call& call, const IssueContext& at, const IssueLabelsOption& option,
                         void (*change)(const Change&, std::span<const StoredLabel>))
{
    return call.db().write([&](db::Transaction& tx) -> Result<Labels> {
        const auto labels = TRY(read_labels(tx, at.place, option.labels));
        auto issue = at.issue;
        change({tx, call.site.events, call.caller.id, issue}, labels);
        return labels_on(tx, at.issue);
    });
}

} // namespace

std::vector<StoredLabel> labels_on(db::Queries& db, const StoredIssue& issue)
{
    static constexpr auto of_issue =
        select_labels + " WHERE l.id IN (SELECT label_id FROM issue_label WHERE issue_id = $1) ORDER BY l.name, l.id";
    return db.all<StoredLabel>(of_issue.text, issue.id);
}

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
    const auto before = labels_on(change.tx, change.issue);
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
    for (const auto& label : labels_on(change.tx, change.issue))
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
    for (const auto& label : labels_on(change.tx, change.issue)) labeling.take_off(label);
    labeling.tell(true);
}

Result<std::vector<StoredLabel>> add_labels(const Call& call, const IssueContext& at, const IssueLabelsOption& option)
{
    return change_by(call, at, option, &add_labels);
}

Result<std::vector<StoredLabel>> replace_labels(const Call& call, const IssueContext& at,
                                                const IssueLabelsOption& option)
{
    return change_by(call, at, option, &replace_labels);
}

Result<> take_off_label(const Call& call, const IssueContext& at, std::int64_t label_id)
{
    TRY(check_may_take_off(at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (usable_labels(tx, at.place.repository, std::vector{label_id}).empty()) return not_found("the label");
        auto issue = at.issue;
        take_off_label({tx, call.site.events, call.caller.id, issue}, label_id);
        return {};
    });
}

Result<> clear_labels(const Call& call, const IssueContext& at)
{
    TRY(check_may_take_off(at));
    call.db().write([&](db::Transaction& tx) {
        auto issue = at.issue;
        clear_labels({tx, call.site.events, call.caller.id, issue});
    });
    return {};
}

Result<bool> relabel(const Call& call, const IssueContext& at, const std::vector<std::int64_t>& added,
                     const std::vector<std::int64_t>& removed)
{
    TRY(check_may_take_off(at));
    return call.db().write([&](db::Transaction& tx) -> Result<bool> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        const auto borne = labels_on(tx, *issue);
        Labeling labeling(change);
        for (const auto& label : borne)
            if (std::ranges::find(removed, label.id) != removed.end()) labeling.take_off(label);
        const auto wanted = usable_labels(tx, at.place.repository, added);
        const auto winners = without_rivals(wanted);
        bool displaced = winners.size() < wanted.size();
        for (const auto& label : winners) {
            if (has(borne, label)) continue;
            for (const auto& other : borne) {
                const bool goes = are_rivals(label, other);
                if (goes) labeling.take_off(other);
                displaced = displaced || (goes && std::ranges::find(removed, other.id) == removed.end());
            }
            labeling.put_on(label);
        }
        labeling.tell();
        return displaced;
    });
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
