// Labels put on issues and taken off, milestones given and taken away: the change, its place in the timeline, and who
// has to hear of it, as in changes.hpp.
#pragma once

#include "issues/changes.hpp"
#include "issues/issue_guards.hpp"
#include "issues/labels/label.hpp"

namespace cairn::issues {

// Whoever opens an issue chooses its labels: all stay, rivals or not.
void begin_with_labels(const Change&, std::span<const StoredLabel>);

// Of rivals among them, which are in the order of their names, the last wins, and takes those off that the issue bears.
void add_labels(const Change&, std::span<const StoredLabel>);
void replace_labels(const Change&, std::span<const StoredLabel>);

void take_off_label(const Change&, std::int64_t label_id);
void clear_labels(const Change&);

// One of its repository; 0 for none.
void set_milestone(const Change&, std::int64_t milestone_id);

struct IssueLabelsOption {
    std::vector<Json> labels;
};
BOOST_DESCRIBE_STRUCT(IssueLabelsOption, (), (labels))
constexpr auto notes(const IssueLabelsOption*)
{
    return std::array{Note{"labels", "ids or names, not both; those that are unknown here are left out"}};
}

// The labels that an issue bears, by name.
std::vector<StoredLabel> labels_on(db::Queries&, const StoredIssue&);

// The same as one call: they answer with what the issue bears then. Errc::bad_request for what is neither an id nor a
// name, and for both at once; what is unknown here is left out.
Result<std::vector<StoredLabel>> add_labels(const api::Call&, const IssueContext&, const IssueLabelsOption&);
Result<std::vector<StoredLabel>> replace_labels(const api::Call&, const IssueContext&, const IssueLabelsOption&);
// Errc::forbidden, without a word, for who may not write to the issue; Errc::not_found for a label that issues of the
// repository cannot bear.
Result<> take_off_label(const api::Call&, const IssueContext&, std::int64_t label_id);
Result<> clear_labels(const api::Call&, const IssueContext&);

// Takes some off and puts others on, at once: what somebody else has done to the rest stays. Whether labels went
// because others of their scope came. What is unknown here is left out.
Result<bool> relabel(const api::Call&, const IssueContext&, const std::vector<std::int64_t>& added,
                     const std::vector<std::int64_t>& removed);

} // namespace cairn::issues
