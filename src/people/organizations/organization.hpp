// An organization: as the database holds it, as the API shows it, and how one is made, changed and removed.
#pragma once

#include "access/organizations.hpp"
#include "accounts/account.hpp"
#include "accounts/deletion_check.hpp"
#include "api/caller.hpp"
#include "db/sql_text.hpp"

namespace cairn::organizations {

using accounts::Account;
using config::Visibility;

// The columns of account that matter for an organization.
struct StoredOrganization {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string email;
    std::string avatar;
    std::string description;
    std::string website;
    std::string location;
    Visibility visibility = Visibility::public_;
    bool repo_admin_change_team_access = false;
    std::int64_t version = 0; // counts changes of the row, of its members, and of these members' names

    access::OrganizationFacts facts() const { return {id, visibility}; }
};
BOOST_DESCRIBE_STRUCT(StoredOrganization, (),
                      (id, name, full_name, email, avatar, description, website, location, visibility,
                       repo_admin_change_team_access, version))

// Its columns in a statement whose organization is `o`, for lists: sorting whole accounts would cost more than the
// rest.
inline constexpr db::SqlText organization_columns =
    "o.id, o.name, o.full_name, o.email, o.avatar, o.description, o.website, o.location, o.visibility,"
    " o.repo_admin_change_team_access, o.version";

struct Organization {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string email;
    std::string avatar_url;
    std::string description;
    std::string website;
    std::string location;
    Visibility visibility = Visibility::public_;
    bool repo_admin_change_team_access = false;
    std::string username; // the same as name, for clients that know it by this name
};
BOOST_DESCRIBE_STRUCT(Organization, (),
                      (id, name, full_name, email, avatar_url, description, website, location, visibility,
                       repo_admin_change_team_access, username))
constexpr auto notes(const Organization*)
{
    return std::array{
        Note{"", "An organization: people in teams who own repositories together"},
        Note{"email", "where the organization can be reached; told to those who are signed in"},
        Note{"visibility", "who may see the organization"},
        Note{"repo_admin_change_team_access", "administrators of a repository may give it to teams and take it away"},
        Note{"username", "the same as name"},
    };
}

Organization show_organization(const StoredOrganization&, const api::Caller&, const config::Settings&);
Page<Organization> show_organizations(const Page<StoredOrganization>&, const api::Caller&, const config::Settings&);

// By name, in any case.
std::optional<StoredOrganization> find_organization(db::Queries&, std::string_view name);
std::optional<StoredOrganization> find_organization(db::Queries&, std::int64_t id);
// Those of the ids that are organizations, in no order.
std::vector<StoredOrganization> find_organizations(db::Queries&, const std::vector<std::int64_t>& ids);

struct NewOrganization {
    std::string name;
    std::string full_name{};
    std::string email{};
    std::string description{};
    std::string website{};
    std::string location{};
    Visibility visibility = Visibility::public_;
    bool repo_admin_change_team_access = false;
    bool shows_members = false; // whether those who join are shown to the public, the first owner to begin with
};

// Makes an organization with its team of owners, and the founder in it. Errc::unprocessable for a name that is
// malformed or taken. Whether the founder may have one is not asked.
Result<StoredOrganization> create_organization(db::Transaction&, const NewOrganization&, std::int64_t founder_id);

// With its teams, and told as events::AccountDeleted. Errc::unprocessable while it owns what a room's DeletionCheck
// know of.
Result<void> delete_organization(db::Transaction&, accounts::DeletionChecks, const events::Bus&, const Account&);

// Errc::forbidden for an account that may not make organizations.
Result<void> check_may_found(const Account&, const config::Settings&);

} // namespace cairn::organizations

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::organizations::Organization>();
