// The labels of repositories and organizations, and those that an issue bears.
#include "issues/labels/label_editing.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using organizations::StoredOrganization;
using repositories::RepositoryContext;

namespace {

template <class Owner> Result<Unlinked<Label>> list(const View& view, const Owner& owner, Query<ListLabels> query)
{
    const auto found = list_labels(view, label_home(owner), query.value);
    return Unlinked<Label>{{.items = show_labels(found.items, view.settings()), .total = found.total}};
}

Result<Label> get(Call& call, const StoredLabel& label) { return show_label(label, call.settings()); }

template <class Owner> Result<Label> create(Call& call, const Owner& owner, Body<CreateLabelOption> body)
{
    return show_label(TRY(create_label(call, label_home(owner), body.value)), call.settings());
}

template <class Owner>
Result<Label> edit(Call& call, const Owner& owner, Path<LabelPath> path, Body<EditLabelOption> body)
{
    return show_label(TRY(edit_label(call, label_home(owner), path->id, body.value)), call.settings());
}

template <class Owner> Result<> remove(Call& call, const Owner& owner, Path<LabelPath> path)
{
    delete_label(call, label_home(owner), path->id);
    return {};
}

Result<std::vector<Label>> list_of_issue(Call& call, const IssueContext& at)
{
    return show_labels(labels_on(call.db(), at.issue), call.settings());
}

template <Result<std::vector<StoredLabel>> (*change)(const Call&, const IssueContext&, const IssueLabelsOption&)>
Result<std::vector<Label>> change_by(Call& call, const IssueContext& at, Body<IssueLabelsOption> body)
{
    return show_labels(TRY(change(call, at, body.value)), call.settings());
}

Result<> clear(Call& call, const IssueContext& at) { return clear_labels(call, at); }

Result<> take_off(Call& call, const IssueContext& at, Path<LabelPath> path)
{
    return take_off_label(call, at, path->id);
}

// clang-format off
constexpr Operation label_operations[] = {
    {GET,    "/repos/{owner}/{repo}/labels",      scope::issue,        repositories::sees_repository,      cached<list<RepositoryContext>>,              200, "issueListLabels",  "List the labels of a repository"},
    {POST,   "/repos/{owner}/{repo}/labels",      scope::issue,        writes_issues_or_pulls,             handle<create<RepositoryContext>>,            201, "issueCreateLabel", "Make a label in a repository"},
    {GET,    "/repos/{owner}/{repo}/labels/{id}", scope::issue,        reads_label,                        quick<get>,                       200, "issueGetLabel",    "Get a label of a repository"},
    {PATCH,  "/repos/{owner}/{repo}/labels/{id}", scope::issue,        writes_issues_or_pulls,             handle<edit<RepositoryContext>>,              200, "issueEditLabel",   "Change a label of a repository"},
    {DELETE, "/repos/{owner}/{repo}/labels/{id}", scope::issue,        writes_issues_or_pulls,             handle<remove<RepositoryContext>>,            204, "issueDeleteLabel", "Delete a label of a repository, and take it off its issues"},
};
constexpr Operation organization_operations[] = {
    {GET,    "/orgs/{org}/labels",                scope::organization, organizations::reads_organization,  cached<list<StoredOrganization>>,   200, "orgListLabels",    "List the labels of an organization"},
    {POST,   "/orgs/{org}/labels",                scope::organization, organizations::owns_organization,   handle<create<StoredOrganization>>, 201, "orgCreateLabel",   "Make a label for all repositories of an organization"},
    {GET,    "/orgs/{org}/labels/{id}",           scope::organization, reads_organization_label,           quick<get>,                         200, "orgGetLabel",      "Get a label of an organization"},
    {PATCH,  "/orgs/{org}/labels/{id}",           scope::organization, organizations::owns_organization,   handle<edit<StoredOrganization>>,   200, "orgEditLabel",     "Change a label of an organization"},
    {DELETE, "/orgs/{org}/labels/{id}",           scope::organization, organizations::owns_organization,   handle<remove<StoredOrganization>>, 204, "orgDeleteLabel",   "Delete a label of an organization, and take it off its issues"},
};
// clang-format on
static_assert(well_formed(label_operations));
static_assert(well_formed(organization_operations));

// clang-format off
constexpr Operation issue_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, reads_issue,           handle<list_of_issue>,                    200, "issueGetLabels",     "List the labels of an issue"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, writes_issue,          handle<change_by<add_labels>>,     200, "issueAddLabel",      "Put labels on an issue", {400}},
    {PUT,    "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, writes_issue,          handle<change_by<replace_labels>>, 200, "issueReplaceLabels", "Give an issue these labels and no others", {400}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/labels",      scope::issue, reads_issue_signed_in, handle<clear>,                     204, "issueClearLabels",   "Take all labels off an issue", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/labels/{id}", scope::issue, reads_issue_signed_in, handle<take_off>,                    204, "issueRemoveLabel",   "Take a label off an issue", {403}},
};
// clang-format on
static_assert(well_formed(issue_operations));

} // namespace

const Table label_table{"issue", label_operations};
const Table organization_label_table{"organization", organization_operations};
const Table issue_label_table{"issue", issue_operations};

} // namespace cairn::issues
