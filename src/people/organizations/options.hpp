// What a client sends to make an organization; two operations take it.
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

// The whole operation but for who may name whom as its founder. Errc::forbidden for one who may not have organizations.
Result<Organization> found_organization(api::Call&, const Account& founder, const CreateOrgOption&);

} // namespace cairn::organizations
