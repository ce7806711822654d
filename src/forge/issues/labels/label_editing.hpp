// The labels that repositories and organizations keep for their issues: listing, making, changing and deleting them.
#pragma once

#include "api/view.hpp"
#include "issues/guards.hpp"
#include "issues/labels/label.hpp"
#include "organizations/guards.hpp"

namespace cairn::issues {

inline LabelHome label_home(const repositories::RepositoryContext& place)
{
    return {.repository_id = place.repository.id};
}
inline LabelHome label_home(const organizations::StoredOrganization& organization)
{
    return {.organization_id = organization.id};
}

struct ListLabels : Paging {
    std::string sort;
};
BOOST_DESCRIBE_STRUCT(ListLabels, (Paging), (sort))
constexpr auto notes(const ListLabels*)
{
    return std::array{Note{"sort", "reversealphabetically, leastissues or mostissues; by name without it"}};
}

// One page of them, in the order that was asked for, and how many there are.
Page<StoredLabel> list_labels(const api::View&, LabelHome, const ListLabels&);

// A label with the number of issues that bear it.
struct CountedLabel : StoredLabel {
    std::int64_t issue_count = 0;
};
BOOST_DESCRIBE_STRUCT(CountedLabel, (StoredLabel), (issue_count))

// The same with their numbers, and of those alone that have `words` in their name or description, in any case.
Page<CountedLabel> list_counted_labels(const api::View&, LabelHome, const ListLabels&, std::string_view words);

// Those that issues of the repository can be given, its own and its organization's, without archived ones; by name,
// `most` of them.
std::vector<StoredLabel> labels_to_give(db::Queries&, const repositories::RepositoryIdentity&, std::int64_t most);

// Adds the labels of a set (templates/labels.hpp) that are not there by their names; how many that were.
// Errc::unprocessable for a set that there is not.
Result<std::int64_t> load_label_set(const api::Call&, LabelHome, std::string_view set);

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

// Errc::unprocessable for what is no color.
Result<StoredLabel> create_label(const api::Call&, LabelHome, const CreateLabelOption&);

// For pages, which do not let people make two labels of one name, though clients may. Errc::conflict where another one
// than `except` has it, in any case.
Result<> check_name_is_free(db::Queries&, LabelHome, std::string_view name, std::int64_t except = 0);

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

// Errc::unprocessable for an empty name and for what is no color, Errc::not_found for one that is not there.
Result<StoredLabel> edit_label(const api::Call&, LabelHome, std::int64_t id, const EditLabelOption&);

// And takes it off its issues. One that is gone already is as gone as was asked for.
void delete_label(const api::Call&, LabelHome, std::int64_t id);

struct LabelPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(LabelPath, (), (id))
constexpr auto notes(const LabelPath*) { return std::array{Note{"id", "the label's id"}}; }

struct RepositoryLabelPath : repositories::RepositoryPath, LabelPath { };
BOOST_DESCRIBE_STRUCT(RepositoryLabelPath, (repositories::RepositoryPath, LabelPath), ())
struct OrganizationLabelPath : organizations::OrganizationPath, LabelPath { };
BOOST_DESCRIBE_STRUCT(OrganizationLabelPath, (organizations::OrganizationPath, LabelPath), ())

// They load the label that {id} names. Clients may name it instead of telling its id; a name that is all digits cannot
// be asked for.
Result<void> check_reads_label(api::Call&);
inline constexpr api::Guard reads_label{.name = "reads the label",
                                        .path = &type_of<RepositoryLabelPath>(),
                                        .loads = &api::tag<StoredLabel>,
                                        .errors = {404},
                                        .check = &check_reads_label};

Result<void> check_reads_organization_label(api::Call&);
inline constexpr api::Guard reads_organization_label{.name = "reads the organization's label, signed in",
                                                     .path = &type_of<OrganizationLabelPath>(),
                                                     .loads = &api::tag<StoredLabel>,
                                                     .errors = {401, 403, 404},
                                                     .check = &check_reads_organization_label};

} // namespace cairn::issues
