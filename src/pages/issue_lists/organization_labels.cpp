// The labels of an organization, which the issues of all its repositories can bear, in its settings.
#include "http/url.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/issue_lists/shown_labels.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CreateLabelOption;
using issues::EditLabelOption;
using issues::LabelPath;
using organizations::StoredOrganization;

namespace {

struct OrganizationLabelsView {
    PageHead head{};
    OwnerPlace place;
    Navigation navigation{};
    std::string base; // the address of the list
    std::string q{};
    std::vector<LabelRow> labels{};
    Pager pager{};
    std::vector<LabelSetRow> sets{};
    Form<CreateLabelOption> form{};
    Form<LoadLabelsOption> load{};
};
BOOST_DESCRIBE_STRUCT(OrganizationLabelsView, (), (head, place, navigation, base, q, labels, pager, sets, form, load))

struct OrganizationLabelView {
    PageHead head{};
    OwnerPlace place;
    Navigation navigation{};
    std::string base;
    LabelRow label{};
    Form<EditLabelOption> form{};
};
BOOST_DESCRIBE_STRUCT(OrganizationLabelView, (), (head, place, navigation, base, label, form))

constexpr std::string_view tab = "/org/{}/settings";

std::string labels_address(const StoredOrganization& organization)
{
    return "/org/" + http::encode_path_segment(organization.name) + "/settings/labels";
}

Result<OrganizationLabelsView> show(Call& call, const StoredOrganization& organization, Query<LabelQuery> query,
                                    Form<CreateLabelOption> form, Form<LoadLabelsOption> load)
{
    const auto found = issues::list_counted_labels(call, issues::label_home(organization), query.value, query->q);
    form.begin_with({.color = "#70c24a"});
    OrganizationLabelsView view{.place = TRY(organization_head(call, organization, tab)),
                                .navigation = organization_settings_navigation(call),
                                .base = labels_address(organization),
                                .q = query->q,
                                .pager = pager(call, query.value, found.total),
                                .sets = label_set_rows(),
                                .form = std::move(form),
                                .load = std::move(load)};
    for (const auto& label : found.items) view.labels.push_back(show_label(label, label.issue_count));
    return view;
}

Result<Done> create(Call& call, const StoredOrganization& organization, Body<CreateLabelOption> form)
{
    TRY(issues::check_name_is_free(call.db(), issues::label_home(organization), form->name));
    TRY(at("color", issues::create_label(call, issues::label_home(organization), form.value)));
    return done(labels_address(organization), label_created);
}

Result<Done> load_set(Call& call, const StoredOrganization& organization, Body<LoadLabelsOption> form)
{
    static_cast<void>(TRY(at("set", issues::load_label_set(call, issues::label_home(organization), form->set))));
    return done(labels_address(organization), labels_loaded);
}

Result<OrganizationLabelView> show_one(Call& call, const StoredOrganization& organization, Path<LabelPath> path,
                                       Form<EditLabelOption> form)
{
    const auto label = issues::find_label(call.db(), issues::label_home(organization), path->id);
    if (!label) return not_found("the label");
    form.begin_with(as_option(*label));
    return OrganizationLabelView{.place = TRY(organization_head(call, organization, tab)),
                                 .navigation = organization_settings_navigation(call),
                                 .base = labels_address(organization),
                                 .label = show_label(*label, issues::count_uses(call.db(), label->id)),
                                 .form = std::move(form)};
}

Result<Done> edit(Call& call, const StoredOrganization& organization, Path<LabelPath> path, Body<EditLabelOption> form)
{
    const auto home = issues::label_home(organization);
    if (form->name) TRY(issues::check_name_is_free(call.db(), home, *form->name, path->id));
    auto saved = issues::edit_label(call, home, path->id, form.value);
    const bool of_name = !saved && member_of(saved.error()) == "name";
    TRY(at(of_name ? "name" : "color", std::move(saved)));
    return done(labels_address(organization), label_saved);
}

Result<Done> remove(Call& call, const StoredOrganization& organization, Path<LabelPath> path)
{
    issues::delete_label(call, issues::label_home(organization), path->id);
    return done(labels_address(organization), label_deleted);
}

using organizations::owns_organization;
constexpr auto& list_page =
    shows<show, "issue_lists/organization_labels", "orgListLabels orgCreateLabel listLabelTemplates">;
constexpr auto& edit_page = shows<show_one, "issue_lists/edit_organization_label", "orgGetLabel orgEditLabel">;
constexpr auto& delete_page = shows<show_one, "issue_lists/delete_organization_label", "orgGetLabel orgDeleteLabel">;

// clang-format off
constexpr Operation organization_operations[] = {
    {GET,  "/org/{org}/settings/labels",             scope::none, owns_organization, list_page,                 200, "siteOrganizationLabels",       "Show the labels of an organization"},
    {POST, "/org/{org}/settings/labels",             scope::none, owns_organization, does<create, list_page>,   303, "siteNewOrganizationLabel",     "Create a label of an organization"},
    {POST, "/org/{org}/settings/labels/load",        scope::none, owns_organization, does<load_set, list_page>, 303, "siteLoadOrganizationLabels",   "Load a set of labels into an organization"},
    {GET,  "/org/{org}/settings/labels/{id}/edit",   scope::none, owns_organization, edit_page,                 200, "siteEditOrganizationLabel",    "Ask what a label of an organization shall be"},
    {POST, "/org/{org}/settings/labels/{id}/edit",   scope::none, owns_organization, does<edit, edit_page>,     303, "siteOrganizationLabelEdited",  "Change a label of an organization"},
    {GET,  "/org/{org}/settings/labels/{id}/delete", scope::none, owns_organization, delete_page,               200, "siteDeleteOrganizationLabel",  "Ask whether to delete a label of an organization"},
    {POST, "/org/{org}/settings/labels/{id}/delete", scope::none, owns_organization, does<remove>,              303, "siteOrganizationLabelDeleted", "Delete a label of an organization"},
};
// clang-format on
static_assert(well_formed(organization_operations));

} // namespace

const Table organization_label_pages_table{"site", organization_operations, Door::site, refuse_page};

} // namespace cairn::pages
