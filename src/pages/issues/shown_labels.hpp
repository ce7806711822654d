// Labels as the pages list them that keep them: a repository's and an organization's.
#pragma once

#include "issues/labels/label_editing.hpp"
#include "pages/issues/shown_label.hpp"
#include "pages/notices.hpp"

namespace cairn::pages {

struct LabelRow {
    ShownLabel label;
    bool exclusive = false;
    std::int64_t uses = 0;
};
BOOST_DESCRIBE_STRUCT(LabelRow, (), (label, exclusive, uses))

// A set that can be loaded.
struct LabelSetRow {
    std::string name;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(LabelSetRow, (), (name, count))

struct LoadLabelsOption {
    std::string set;
};
BOOST_DESCRIBE_STRUCT(LoadLabelsOption, (), (set))
constexpr auto notes(const LoadLabelsOption*)
{
    return std::array{Note{.member = "set", .doc = "the name of a set of labels", .required = true}};
}

struct LabelQuery : issues::ListLabels {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(LabelQuery, (issues::ListLabels), (q))
constexpr auto notes(const LabelQuery*) { return std::array{Note{"q", "a part of the name or of the description"}}; }

std::vector<LabelRow> show_label_rows(const std::vector<issues::CountedLabel>&,
                                      const std::function<std::string(const std::string&)>& address_of);
std::vector<LabelSetRow> label_set_rows();

// What a form has at first.
issues::EditLabelOption as_option(const issues::StoredLabel&);

extern const Notice label_created;
extern const Notice label_saved;
extern const Notice label_deleted;
extern const Notice labels_loaded;

} // namespace cairn::pages
