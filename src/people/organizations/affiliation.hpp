// Lists of organizations: the directory of the site, and those that a person is in, with what the person may do there.
#pragma once

#include "api/view.hpp"
#include "organizations/organization.hpp"

namespace cairn::organizations {

struct OrganizationPermissions {
    bool is_owner = false;
    bool is_admin = false;
    bool can_write = false;
    bool can_read = false;
    bool can_create_repository = false;
};
BOOST_DESCRIBE_STRUCT(OrganizationPermissions, (), (is_owner, is_admin, can_write, can_read, can_create_repository))
constexpr auto notes(const OrganizationPermissions*)
{
    return std::array{
        Note{"", "What a person may do in an organization, taken from the highest level of the person's teams"}};
}

// The directory, by name: unlike elsewhere, private organizations are left out even for their members, and a token that
// is limited to what is public makes no difference.
Page<StoredOrganization> directory(const api::View&, const Paging&);

// The ids of the same: those that have `text` in their name or full name, by name or the newest first.
enum class DirectoryOrder : std::uint8_t { name, newest, oldest };
Page<std::int64_t> search_directory(const api::View&, const Paging&, std::string_view text,
                                    DirectoryOrder = DirectoryOrder::name);

// Those in which the person may have repositories made, by name.
std::vector<StoredOrganization> organizations_to_create_in(const api::View&, const Account& person);

// All of them, for administrators of the site, by name.
Page<StoredOrganization> all_organizations(const api::View&, const Paging&);

// Those that a person is in, as the caller may see them, by name.
Page<StoredOrganization> organizations_of(const api::View&, const Account&, const Paging&);

// What follows from the person's teams there.
OrganizationPermissions permissions_in(db::Queries&, const StoredOrganization&, const Account& person);

} // namespace cairn::organizations
