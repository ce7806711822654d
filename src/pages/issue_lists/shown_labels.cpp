#include "pages/issue_lists/shown_labels.hpp"

#include "pages/issue/label_badge.hpp"
#include "templates/labels.hpp"

namespace cairn::pages {

using words::Phrase;

const Notice label_created{"label-created", Phrase("The label is created.")};
const Notice label_saved{"label-saved", Phrase("The label is saved.")};
const Notice label_deleted{"label-deleted", Phrase("The label is deleted.")};
const Notice labels_loaded{"labels-loaded", Phrase("The labels of the set are there.")};

LabelRow show_label(const issues::StoredLabel& label, std::int64_t uses, std::string_view address)
{
    return {.id = label.id,
            .name = label.name,
            .scope = std::string(label.exclusive ? issues::scope_of(label.name) : std::string_view()),
            .description = label.description,
            .archived = label.archived_at.seconds != 0,
            .uses = uses,
            .badge = label_badge(label, address)};
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
