#include "issues/labeling.hpp"

#include <algorithm>

#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/timeline.hpp"

namespace cairn::issues {

namespace {

bool has(std::span<const StoredLabel> labels, const StoredLabel& label)
{
    return std::ranges::find(labels, label.id, &StoredLabel::id) != labels.end();
}

// `labels` are sorted by name, so that a rival that follows is the one that stays.
std::vector<StoredLabel> without_rivals(std::span<const StoredLabel> labels)
{
    std::vector<StoredLabel> kept;
    for (const auto& label : labels) {
        std::erase_if(kept, [&](const StoredLabel& other) { return are_rivals(label, other); });
        kept.push_back(label);
    }
    return kept;
}

} // namespace

std::vector<StoredLabel> Labeling::borne() const
{
    static constexpr auto of_issue =
        select_labels + " WHERE l.id IN (SELECT label_id FROM issue_label WHERE issue_id = $1) ORDER BY l.name, l.id";
    return tx_.all<StoredLabel>(of_issue.text, issue_.id);
}

void Labeling::put_on(const StoredLabel& label)
{
    if (tx_.run("INSERT INTO issue_label (issue_id, label_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", issue_.id,
                label.id)
        == 0)
        return;
    add_event(tx_,
              {.issue_id = issue_.id,
               .repository_id = issue_.repository_id,
               .kind = EventKind::label,
               .poster_id = actor_id_,
               .body = "1",
               .label_id = label.id});
    added_.push_back(label.id);
}

void Labeling::take_off(const StoredLabel& label)
{
    if (tx_.run("DELETE FROM issue_label WHERE issue_id = $1 AND label_id = $2", issue_.id, label.id) == 0) return;
    add_event(tx_,
              {.issue_id = issue_.id,
               .repository_id = issue_.repository_id,
               .kind = EventKind::label,
               .poster_id = actor_id_,
               .label_id = label.id});
    removed_.push_back(label.id);
}

void Labeling::tell()
{
    if (added_.empty() && removed_.empty()) return;
    bus_.tell(tx_,
              events::IssueLabeled{{.issue_id = issue_.id,
                                    .repository_id = issue_.repository_id,
                                    .actor_id = actor_id_,
                                    .is_pull = issue_.is_pull},
                                   std::exchange(added_, {}),
                                   std::exchange(removed_, {})});
}

void Labeling::begin_with(std::span<const StoredLabel> labels)
{
    for (const auto& label : labels) put_on(label);
    tell();
}

void Labeling::add(std::span<const StoredLabel> labels)
{
    const auto before = borne();
    for (const auto& label : without_rivals(labels)) {
        if (has(before, label)) continue;
        for (const auto& other : before)
            if (are_rivals(label, other)) take_off(other);
        put_on(label);
    }
    tell();
}

void Labeling::replace(std::span<const StoredLabel> labels)
{
    const auto wanted = without_rivals(labels);
    for (const auto& label : borne())
        if (!has(wanted, label)) take_off(label);
    for (const auto& label : wanted) put_on(label);
    tell();
}

void Labeling::remove(std::int64_t label_id)
{
    for (const auto& label : borne())
        if (label.id == label_id) take_off(label);
    tell();
}

void Labeling::clear()
{
    for (const auto& label : borne()) take_off(label);
    tell();
}

} // namespace cairn::issues
