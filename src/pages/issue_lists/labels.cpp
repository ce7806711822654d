// The labels of a repository: the list, and keeping them.
#include "issues/guards.hpp"
#include "issues/issue_guards.hpp"
#include "pages/issue_lists/shown_issue.hpp"
#include "pages/issue_lists/shown_labels.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CreateLabelOption;
using issues::EditLabelOption;
using issues::LabelPath;
using issues::StoredLabel;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

constexpr std::int64_t most_of_organization = 100;

struct LabelsView {
    PageHead head{};
    RepositoryPlace place;
    std::string base; // the address of the list
    std::string q{};
    std::vector<ShownEntry> sorts{};
    std::vector<LabelRow> labels{};
    Pager pager{};
    std::vector<LabelRow> of_organization{}; // those of its owner, which its issues can bear as well
    bool may_change = false;
    std::vector<LabelSetRow> sets{};
    Form<CreateLabelOption> form{};
    Form<LoadLabelsOption> load{};
};
BOOST_DESCRIBE_STRUCT(LabelsView, (),
                      (head, place, base, q, sorts, labels, pager, of_organization, may_change, sets, form, load))

struct LabelView {
    PageHead head{};
    RepositoryPlace place;
    LabelRow label{};
    Form<EditLabelOption> form{};
};
BOOST_DESCRIBE_STRUCT(LabelView, (), (head, place, label, form))

std::string labels_address(const RepositoryContext& place) { return repository_address(place) + "/labels"; }

RepositoryTab tab_of(const RepositoryContext& place)
{
    return place.access.reads(access::Unit::issues) ? RepositoryTab::issues : RepositoryTab::pulls;
}

// All that bear it, open or not, with the site's root before it.
std::string uses_address(const Call& call, const RepositoryContext& place, const std::string& name)
{
    issues::IssueQuery query;
    query.terms = {issues::literal_term(issues::QueryWord::label, name)};
    const auto* list = tab_of(place) == RepositoryTab::issues ? "/issues" : "/pulls";
    return root_of(call.settings()) + list_address(repository_address(place) + list, query);
}

struct SortRow {
    std::string_view name; // as the API has it
    Phrase words;
};
// clang-format off
constexpr SortRow sort_rows[] = {
    {"",                      Phrase("Name")},
    {"reversealphabetically", Phrase("Name, reversed")},
    {"mostissues",            Phrase("Most used")},
    {"leastissues",           Phrase("Least used")},
};
// clang-format on

std::vector<ShownEntry> sort_entries(const Call& call, const std::string& path, const LabelQuery& query)
{
    const auto& in = language_of(call);
    std::vector<ShownEntry> entries;
    for (const SortRow& row : sort_rows)
        entries.push_back({.address = path + "?sort=" + std::string(row.name) + "&q=" + http::encode_query(query.q),
                           .words = in.say(row.words),
                           .current = query.sort == row.name});
    return entries;
}

bool may_change_labels(const Call& call, const RepositoryContext& place)
{
    return !call.caller.anonymous() && !place.repository.archived()
        && issues::check_writes_issues_or_pulls(call, place).has_value();
}

std::vector<LabelRow> of_organization(const Call& call, const RepositoryContext& place)
{
    if (place.owner.kind != accounts::AccountKind::organization) return {};
    issues::ListLabels first;
    first.limit = most_of_organization;
    std::vector<LabelRow> rows;
    for (const auto& label : issues::list_labels(call, {.organization_id = place.owner.id}, first).items)
        rows.push_back(show_label(label, 0, uses_address(call, place, label.name)));
    return rows;
}

Result<LabelsView> show(Call& call, const RepositoryContext& place, Query<LabelQuery> query,
                        Form<CreateLabelOption> form, Form<LoadLabelsOption> load)
{
    const auto found = issues::list_counted_labels(call, issues::label_home(place), query.value, query->q);
    form.begin_with({.color = "#70c24a"});
    LabelsView view{.place = repository_place(call, place, tab_of(place)),
                    .base = labels_address(place),
                    .q = query->q,
                    .sorts = sort_entries(call, labels_address(place), query.value),
                    .pager = pager(call, query.value, found.total),
                    .may_change = may_change_labels(call, place),
                    .form = std::move(form),
                    .load = std::move(load)};
    for (const auto& label : found.items)
        view.labels.push_back(show_label(label, label.issue_count, uses_address(call, place, label.name)));
    if (query->q.empty() && query->page == 1) view.of_organization = of_organization(call, place);
    if (view.may_change) view.sets = label_set_rows();
    return view;
}

Result<Done> create(Call& call, const RepositoryContext& place, Body<CreateLabelOption> form)
{
    TRY(issues::check_name_is_free(call.db(), issues::label_home(place), form->name));
    TRY(at("color", issues::create_label(call, issues::label_home(place), form.value)));
    return done(labels_address(place), label_created);
}

Result<Done> load_set(Call& call, const RepositoryContext& place, Body<LoadLabelsOption> form)
{
    static_cast<void>(TRY(at("set", issues::load_label_set(call, issues::label_home(place), form->set))));
    return done(labels_address(place), labels_loaded);
}

Result<LabelView> show_one(Call& call, const RepositoryContext& place, Path<LabelPath> path, Form<EditLabelOption> form)
{
    const auto label = issues::find_label(call.db(), issues::label_home(place), path->id);
    if (!label) return not_found("the label");
    form.begin_with(as_option(*label));
    return LabelView{.place = repository_place(call, place, tab_of(place)),
                     .label = show_label(*label, issues::count_uses(call.db(), label->id)),
                     .form = std::move(form)};
}

Result<Done> edit(Call& call, const RepositoryContext& place, Path<LabelPath> path, Body<EditLabelOption> form)
{
    const auto home = issues::label_home(place);
    if (form->name) TRY(issues::check_name_is_free(call.db(), home, *form->name, path->id));
    auto saved = issues::edit_label(call, home, path->id, form.value);
    const bool of_name = !saved && member_of(saved.error()) == "name";
    TRY(at(of_name ? "name" : "color", std::move(saved)));
    return done(labels_address(place), label_saved);
}

Result<Done> remove(Call& call, const RepositoryContext& place, Path<LabelPath> path)
{
    issues::delete_label(call, issues::label_home(place), path->id);
    return done(labels_address(place), label_deleted);
}

Result<void> keeps_labels(const Call& call, const RepositoryContext& place)
{
    TRY(issues::check_writes_issues_or_pulls(call, place));
    return repositories::question::not_archived(call, place);
}

using repositories::repository_guard;
constexpr Guard reads_labels = issues::reads_tracker;
constexpr Guard changes_labels =
    repository_guard<keeps_labels>("writes issues or pull requests of a live repository", {401, 403, 404, 423});
constexpr auto& list_page = shows<show, "issue_lists/labels", "issueListLabels issueCreateLabel listLabelTemplates">;
constexpr auto& edit_page = shows<show_one, "issue_lists/edit_label", "issueGetLabel issueEditLabel">;
constexpr auto& delete_page = shows<show_one, "issue_lists/delete_label", "issueGetLabel issueDeleteLabel">;

// clang-format off
constexpr Operation label_operations[] = {
    {GET,  "/{owner}/{repo}/labels",             scope::none, reads_labels,   list_page,                 200, "siteLabels",       "Show the labels"},
    {POST, "/{owner}/{repo}/labels",             scope::none, changes_labels, does<create, list_page>,   303, "siteNewLabel",     "Create a label"},
    {POST, "/{owner}/{repo}/labels/load",        scope::none, changes_labels, does<load_set, list_page>, 303, "siteLoadLabels",   "Load a set of labels"},
    {GET,  "/{owner}/{repo}/labels/{id}/edit",   scope::none, changes_labels, edit_page,                 200, "siteEditLabel",    "Ask what a label shall be"},
    {POST, "/{owner}/{repo}/labels/{id}/edit",   scope::none, changes_labels, does<edit, edit_page>,     303, "siteLabelEdited",  "Change a label"},
    {GET,  "/{owner}/{repo}/labels/{id}/delete", scope::none, changes_labels, delete_page,               200, "siteDeleteLabel",  "Ask whether to delete a label"},
    {POST, "/{owner}/{repo}/labels/{id}/delete", scope::none, changes_labels, does<remove>,              303, "siteLabelDeleted", "Delete a label"},
};
// clang-format on
static_assert(well_formed(label_operations));

} // namespace

const Table label_pages_table{"site", label_operations, Door::site, refuse_page};

} // namespace cairn::pages
