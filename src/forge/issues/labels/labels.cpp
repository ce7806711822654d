// The labels that repositories and organizations keep for their issues.
#include <algorithm>

#include "api/view.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "issues/guards.hpp"
#include "issues/labels/label.hpp"
#include "issues/tables.hpp"
#include "organizations/guards.hpp"

namespace cairn::issues {

using namespace api;
using db::bound;
using enum Method;
using organizations::StoredOrganization;
using repositories::RepositoryContext;

namespace {

struct ListLabels : Paging {
    std::string sort;
};
BOOST_DESCRIBE_STRUCT(ListLabels, (Paging), (sort))
constexpr auto notes(const ListLabels*)
{
    return std::array{Note{"sort", "reversealphabetically, leastissues or mostissues; by name without it"}};
}

struct CreateLabelOption {
    std::string name;
    bool exclusive = false;
    std::string color;
    std::string description;
    bool is_archived = false;
};
BOOST_DESCRIBE_STRUCT(CreateLabelOption, (), (name, exclusive, color, description, is_archived))
constexpr auto notes(const CreateLabelOption*)
{
    return std::array{
        Note{.member = "name", .doc = "what it is called", .required = true, .max_length = 255},
        Note{"exclusive", "of those with the same scope (the name up to its last slash) an issue bears one"},
        Note{.member = "color", .doc = "such as #00aabb or 0ab", .required = true},
        Note{.member = "description", .max_length = 4000},
        Note{"is_archived", "it is not meant to be used any more; of no effect for a new label of an organization"},
    };
}

struct EditLabelOption {
    std::optional<std::string> name;
    std::optional<bool> exclusive;
    std::optional<std::string> color;
    std::optional<std::string> description;
    bool is_archived = false;
};
BOOST_DESCRIBE_STRUCT(EditLabelOption, (), (name, exclusive, color, description, is_archived))
constexpr auto notes(const EditLabelOption*)
{
    return std::array{
        Note{.member = "name", .max_length = 255},
        Note{.member = "color", .doc = "such as #00aabb or 0ab"},
        Note{.member = "description", .max_length = 4000},
        Note{"is_archived", "without it the label is in use again"},
    };
}

struct LabelPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(LabelPath, (), (id))
constexpr auto notes(const LabelPath*) { return std::array{Note{"id", "the label's id"}}; }

struct RepositoryLabelPath : repositories::RepositoryPath, LabelPath { };
BOOST_DESCRIBE_STRUCT(RepositoryLabelPath, (repositories::RepositoryPath, LabelPath), ())
struct OrganizationLabelPath : organizations::OrganizationPath, LabelPath { };
BOOST_DESCRIBE_STRUCT(OrganizationLabelPath, (organizations::OrganizationPath, LabelPath), ())

LabelHome home_of(const RepositoryContext& place) { return {.repository_id = place.repository.id}; }
LabelHome home_of(const StoredOrganization& organization) { return {.organization_id = organization.id}; }

// Clients may name the label instead of telling its id; a name that is all digits cannot be asked for.
Result<void> load_label(Call& call, LabelHome home)
{
    const std::string& which = call.segment("id");
    std::optional<StoredLabel> label;
    if (!std::ranges::all_of(which, text::is_digit)) label = find_label(call.db(), home, which);
    else if (const auto id = text::parse_integer(which)) label = find_label(call.db(), home, *id);
    if (!label) return not_found("the label");
    call.load(std::move(*label));
    return {};
}

Result<void> check_reads_label(Call& call) { return load_label(call, home_of(TRY(repositories::find_place(call)))); }
constexpr Guard reads_label{.name = "reads the label",
                            .path = &type_of<RepositoryLabelPath>(),
                            .loads = &tag<StoredLabel>,
                            .errors = {404},
                            .check = &check_reads_label};

Result<void> check_reads_organization_label(Call& call)
{
    TRY(organizations::check_reads_organization_signed_in(call));
    const auto* loaded = static_cast<const StoredOrganization*>(call.loaded(&tag<StoredOrganization>));
    return load_label(call, home_of(*loaded));
}
constexpr Guard reads_organization_label{.name = "reads the organization's label, signed in",
                                         .path = &type_of<OrganizationLabelPath>(),
                                         .loads = &tag<StoredLabel>,
                                         .errors = {401, 403, 404},
                                         .check = &check_reads_organization_label};

void add_order(db::Composition& query, std::string_view sort)
{
    if (sort == "reversealphabetically") query << " ORDER BY l.name DESC, l.id";
    else if (sort == "leastissues") query << " ORDER BY l.issue_count, l.name, l.id";
    else if (sort == "mostissues") query << " ORDER BY l.issue_count DESC, l.name, l.id";
    else query << " ORDER BY l.name, l.id";
}

template <class Owner> Result<Unlinked<Label>> list(const View& view, const Owner& owner, Query<ListLabels> query)
{
    const auto home = home_of(owner);
    db::Composition wanted(select_labels.text);
    if (home.repository_id != 0) wanted << " WHERE l.repository_id = " << bound(home.repository_id);
    else wanted << " WHERE l.organization_id = " << bound(home.organization_id);
    add_order(wanted, query->sort);
    const auto found = view.db().page<StoredLabel>(query.value, wanted);
    Unlinked<Label> shown{{.items = {}, .total = found.total}};
    for (const auto& label : found.items) shown.page.items.push_back(show_label(label, view.settings()));
    return shown;
}

Result<Label> get(Call& call, const StoredLabel& label) { return show_label(label, call.settings()); }

template <class Owner> Result<Label> create(Call& call, const Owner& owner, Body<CreateLabelOption> body)
{
    const auto home = home_of(owner);
    const NewLabel wanted{.name = body->name,
                          .color = TRY(read_color(body->color)),
                          .description = body->description,
                          .exclusive = body->exclusive,
                          .archived = body->is_archived && home.repository_id != 0};
    const auto made =
        call.db().write([&](db::Transaction& tx) { return find_label(tx, home, add_label(tx, home, wanted)); });
    if (!made) return not_found("the label");
    return show_label(*made, call.settings());
}

template <class Owner>
Result<Label> edit(Call& call, const Owner& owner, Path<LabelPath> path, Body<EditLabelOption> body)
{
    const auto home = home_of(owner);
    if (body->name && body->name->empty()) return fail(Errc::unprocessable, "[name]: a label needs a name");
    std::optional<std::string> color;
    if (body->color) color = TRY(read_color(*body->color));
    const auto edited = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredLabel> {
        auto label = find_label(tx, home, path->id);
        if (!label) return not_found("the label");
        const auto now = Time::now();
        if (body->name) label->name = *body->name;
        if (body->exclusive) label->exclusive = *body->exclusive;
        if (color) label->color = *color;
        if (body->description) label->description = *body->description;
        if (!body->is_archived) label->archived_at = {};
        else if (label->archived_at.seconds == 0) label->archived_at = now;
        tx.run("UPDATE label SET name = $2, exclusive = $3, color = $4, description = $5, archived_at = $6,"
               " updated_at = $7 WHERE id = $1",
               label->id, label->name, label->exclusive, label->color, label->description, label->archived_at, now);
        return std::move(*label);
    }));
    return show_label(edited, call.settings());
}

// One that is gone already is as gone as was asked for.
template <class Owner> Result<> remove(Call& call, const Owner& owner, Path<LabelPath> path)
{
    call.db().write([&](db::Transaction& tx) { remove_label(tx, home_of(owner), path->id); });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
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
static_assert(well_formed(operations));
static_assert(well_formed(organization_operations));

} // namespace

const Table label_table{"issue", operations};
const Table organization_label_table{"organization", organization_operations};

} // namespace cairn::issues
