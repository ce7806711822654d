// New repositories: of one's own, of an organization, of somebody else's.
#include "repositories/lifecycle/creation.hpp"
#include "access/organizations.hpp"
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "organizations/guards.hpp"
#include "repositories/lifecycle/beginning.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"
#include "templates/labels.hpp"
#include "templates/licenses.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;

namespace {

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

// An organization, if the caller may have repositories made there.
Result<void> check_creates_in_organization(Call& call)
{
    TRY(accounts::check_signed_in(call));
    const auto organization = TRY(organizations::organization_at(call, "org"));
    call.load(TRY(owner_for(call, organization.name)));
    return {};
}
constexpr Guard creates_in_organization{.name = "creates in the organization",
                                        .path = &type_of<organizations::OrganizationPath>(),
                                        .loads = &tag<Account>,
                                        .errors = {401, 403, 404},
                                        .check = &check_creates_in_organization};

Result<Repository> create(Call& call, const Account& owner, Body<CreateRepoOption> body)
{
    if (!body->issue_labels.empty() && templates::find_label_set(body->issue_labels) == nullptr)
        return fail(Errc::unprocessable, "there is no set of labels named '" + body->issue_labels + "'");
    NewRepository wanted{.name = body->name,
                         .description = body->description,
                         .private_ = body->private_,
                         .template_ = body->template_,
                         .default_branch = body->default_branch,
                         .object_format = body->object_format_name,
                         .trust_model = body->trust_model,
                         .label_template = body->issue_labels};
    Filling fill;
    if (body->auto_init) {
        fill = TRY(fill_with(call.site, owner, *call.caller.account, wanted,
                             {.readme = body->readme, .gitignores = body->gitignores, .license = body->license}));
        wanted.licenses = body->license;
    }
    const auto made = TRY(create_repository(call.site, owner, *call.caller.account, wanted, fill));
    return show_repository(call, made, owner,
                           access::access_to(call.db(), access::Viewer::of(call.caller), made.facts()));
}

// clang-format off
constexpr Operation user_operations[] = {
    {POST, "/user/repos", scope::user | scope::closed_to_public_only(scope::repository), accounts::signed_in, handle<create>, 201, "createCurrentUserRepo", "Make a repository of your own", {400, 403, 409, 422}},
};
constexpr Operation organization_operations[] = {
    {POST, "/orgs/{org}/repos", scope::organization | scope::repository, creates_in_organization, handle<create>, 201, "createOrgRepo", "Make a repository of an organization", {400, 409, 422}},
    {POST, "/org/{org}/repos", scope::organization | scope::repository, creates_in_organization, handle<create>, 201, "createOrgRepoDeprecated", "Make a repository of an organization, under an address of old", {400, 409, 422}},
};
constexpr Operation admin_operations[] = {
    {POST, "/admin/users/{username}/repos", scope::admin, accounts::administers_user, handle<create>, 201, "adminCreateRepo", "Make a repository of somebody else", {400, 409, 422}},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(organization_operations));
static_assert(well_formed(admin_operations));

} // namespace

const Table creation_table{"user", user_operations};
const Table organization_creation_table{"organization", organization_operations};
const Table admin_creation_table{"admin", admin_operations};

Result<Account> owner_for(const Call& call, std::string_view name)
{
    auto account = accounts::find_account(call.db(), name);
    if (!account) return not_found("the account");
    if (account->id == call.caller.id || call.caller.admin) return std::move(*account);
    if (account->kind != accounts::AccountKind::organization)
        return fail(Errc::forbidden, "this is somebody else's account");
    const auto viewer = access::Viewer::of(call.caller);
    if (!access::sees_organization(call.db(), viewer, {account->id, account->visibility}))
        return not_found("the organization");
    if (!access::may_create_repository(call.db(), viewer, account->id))
        return fail(Errc::forbidden, "you may not make repositories of this organization");
    return std::move(*account);
}

} // namespace cairn::repositories
