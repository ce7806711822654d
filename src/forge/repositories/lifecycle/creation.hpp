// New repositories: of one's own, of an organization, of somebody else's.
#pragma once

#include "accounts/account.hpp"
#include "organizations/guards.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

struct CreateRepoOption {
    std::string name;
    std::string description;
    bool private_ = false;
    std::string issue_labels;
    bool auto_init = false;
    bool template_ = false;
    std::string gitignores;
    std::string license;
    std::string readme;
    std::string default_branch;
    TrustModel trust_model = TrustModel::default_;
    ObjectFormat object_format_name = ObjectFormat::sha1;
};
BOOST_DESCRIBE_STRUCT(CreateRepoOption, (),
                      (name, description, private_, issue_labels, auto_init, template_, gitignores, license, readme,
                       default_branch, trust_model, object_format_name))
constexpr auto notes(const CreateRepoOption*)
{
    return std::array{
        Note{"", "What a new repository is to be like"},
        Note{.member = "name", .doc = "unique among the owner's", .required = true, .max_length = 100},
        Note{.member = "description", .max_length = 2048},
        Note{"issue_labels", "the set of labels to begin with: Default or Advanced"},
        Note{"auto_init", "begin with a commit that has a README and what else was asked for"},
        Note{"gitignores", "names of templates for .gitignore, joined by commas"},
        Note{.member = "license", .doc = "the SPDX name of a license to put in", .max_length = 100},
        Note{"readme", "the template of the README"},
        Note{.member = "default_branch", .max_length = 100},
    };
}

// A new repository, with whose it is.
struct MadeRepository {
    StoredRepository repository;
    accounts::Account owner;
};

// The account of that name, if the caller may have repositories of it made: the own one, an organization in which the
// caller may do that, and for administrators of the site any. Errc::not_found, Errc::forbidden.
Result<accounts::Account> owner_for(const api::Call&, std::string_view name);

// Makes a repository of `owner`, of whom the caller may have repositories made, with a first commit if that is wanted.
// Errc::unprocessable and Errc::bad_request for templates that there are not, Errc::conflict where there is one of that
// name.
Result<StoredRepository> create_repository(const api::Call&, const accounts::Account& owner, const CreateRepoOption&);

// Loads the account of the organization that {org} names, if the caller may have repositories made there.
Result<void> check_creates_in_organization(api::Call&);
inline constexpr api::Guard creates_in_organization{.name = "creates in the organization",
                                                    .path = &type_of<organizations::OrganizationPath>(),
                                                    .loads = &api::tag<accounts::Account>,
                                                    .errors = {401, 403, 404},
                                                    .check = &check_creates_in_organization};

} // namespace cairn::repositories
