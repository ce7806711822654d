// Labels as the pages list them that keep them: a repository's and an organization's.
#pragma once

#include "base/html.hpp"
#include "issues/labels/label_editing.hpp"
#include "pages/notices.hpp"

namespace cairn::pages {

struct LabelRow {
    std::int64_t id = 0;
    std::string name;
    std::string scope{}; // of an exclusive one: what stands before its last slash
    std::string description{};
    bool archived = false;
    std::int64_t uses = 0;
    Html badge{};
};
BOOST_DESCRIBE_STRUCT(LabelRow, (), (id, name, scope, description, archived, uses, badge))

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

// `address`: of the list of what bears it, with the site's root before it; empty: there is none.
LabelRow show_label(const issues::StoredLabel&, std::int64_t uses, std::string_view address = {});
std::vector<LabelSetRow> label_set_rows();

// What a form has at first.
issues::EditLabelOption as_option(const issues::StoredLabel&);

extern const Notice label_created;
extern const Notice label_saved;
extern const Notice label_deleted;
extern const Notice labels_loaded;

} // namespace cairn::pages
