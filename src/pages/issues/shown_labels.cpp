#include "pages/issues/shown_labels.hpp"

#include "templates/labels.hpp"

namespace cairn::pages {

using words::Phrase;

const Notice label_created{"label-created", Phrase("The label is created.")};
const Notice label_saved{"label-saved", Phrase("The label is saved.")};
const Notice label_deleted{"label-deleted", Phrase("The label is deleted.")};
const Notice labels_loaded{"labels-loaded", Phrase("The labels of the set are there.")};

std::vector<LabelRow> show_label_rows(const std::vector<issues::CountedLabel>& labels,
                                      const std::function<std::string(const std::string&)>& address_of)
{
    std::vector<LabelRow> rows;
    rows.reserve(labels.size());
    for (const auto& label : labels)
        rows.push_back({.label = show_label(label, address_of(label.name)),
                        .exclusive = label.exclusive,
                        .uses = label.issue_count});
    return rows;
}

std::vector<LabelSetRow> label_set_rows()
{
    std::vector<LabelSetRow> rows;
    for (const auto& set : templates::label_sets())
        rows.push_back({.name = std::string(set.name), .count = static_cast<std::int64_t>(set.labels.size())});
    return rows;
}

issues::EditLabelOption as_option(const issues::StoredLabel& label)
{
    return {.name = label.name,
            .exclusive = label.exclusive,
            .color = "#" + label.color,
            .description = label.description,
            .is_archived = label.archived_at.seconds != 0};
}

} // namespace cairn::pages
