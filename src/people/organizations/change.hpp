// Making, changing, renaming and deleting organizations, as the API has it.
#pragma once

#include "api/call.hpp"
#include "organizations/organization.hpp"

namespace cairn::organizations {

struct CreateOrgOption {
    std::string username;
    std::string full_name;
    std::string email;
    std::string description;
    std::string website;
    std::string location;
    std::optional<Visibility> visibility;
    bool repo_admin_change_team_access = false;
};
BOOST_DESCRIBE_STRUCT(CreateOrgOption, (),
                      (username, full_name, email, description, website, location, visibility,
                       repo_admin_change_team_access))
constexpr auto notes(const CreateOrgOption*)
{
    return std::array{
        Note{.member = "username", .doc = "the organization's name", .required = true, .max_length = 40},
        Note{.member = "full_name", .max_length = 100},
        Note{.member = "email", .doc = "where the organization can be reached", .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{.member = "website", .doc = "an address that begins with http:// or https://", .max_length = 255},
        Note{.member = "location", .max_length = 50},
        Note{"visibility", "who may see the organization"},
        Note{"repo_admin_change_team_access", "lets administrators of a repository give it to teams and take it away"},
    };
}

struct EditOrgOption {
    std::optional<std::string> full_name;
    std::optional<std::string> email;
    std::optional<std::string> description;
    std::optional<std::string> website;
    std::optional<std::string> location;
    std::optional<Visibility> visibility;
    std::optional<bool> repo_admin_change_team_access;
};
BOOST_DESCRIBE_STRUCT(EditOrgOption, (),
                      (full_name, email, description, website, location, visibility, repo_admin_change_team_access))
constexpr auto notes(const EditOrgOption*)
{
    return std::array{
        Note{.member = "full_name", .max_length = 100},
        Note{.member = "email", .doc = "where the organization can be reached; may be empty", .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{.member = "website", .doc = "an address that begins with http:// or https://", .max_length = 255},
        Note{.member = "location", .max_length = 50},
        Note{"visibility", "who may see the organization, and so its public repositories"},
        Note{"repo_admin_change_team_access", "lets administrators of a repository give it to teams and take it away"},
    };
}

struct RenameOrgOption {
    std::string new_name;
};
BOOST_DESCRIBE_STRUCT(RenameOrgOption, (), (new_name))
constexpr auto notes(const RenameOrgOption*)
{
    return std::array{Note{.member = "new_name", .doc = "the name that it gets", .required = true}};
}

// Makes an organization that `founder` owns; who may name whom is decided before. Errc::forbidden for one who may not
// have organizations, Errc::unprocessable for a name that is malformed or taken.
Result<StoredOrganization> found_organization(const api::Call&, const Account& founder, const CreateOrgOption&);

// Errc::unprocessable for an address that is none.
Result<StoredOrganization> edit_organization(const api::Call&, const StoredOrganization&, const EditOrgOption&);

// Errc::unprocessable for a name that is malformed or taken.
Result<void> rename_organization(const api::Call&, const StoredOrganization&, const RenameOrgOption&);

// With its picture. Errc::unprocessable while it owns something.
Result<void> delete_organization(const api::Call&, const StoredOrganization&);

} // namespace cairn::organizations
