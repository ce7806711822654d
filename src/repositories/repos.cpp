// Repositories themselves: make, read, delete.
#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "repositories/create.hpp"
#include "repositories/guards.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

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

struct RepositoryId {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(RepositoryId, (), (id))
constexpr auto notes(const RepositoryId*) { return std::array{Note{"id", "the number of the repository"}}; }

Result<Repository> create(Call& call, const accounts::Account& account, Body<CreateRepoOption> body)
{
    const auto made = TRY(create_repository(call.site, account, account,
                                            {.name = body->name,
                                             .description = body->description,
                                             .private_ = body->private_,
                                             .template_ = body->template_,
                                             .default_branch = body->default_branch,
                                             .object_format = body->object_format_name,
                                             .trust_model = body->trust_model,
                                             .label_template = body->issue_labels}));
    return show_repository(call, made, account,
                           access::access_to(call.db(), access::Viewer::of(call.caller), made.facts()));
}

Result<Repository> get(Call& call, const Place& place)
{
    return show_repository(call, place.repository, place.owner, place.access);
}

Result<Repository> get_by_id(Call& call, Path<RepositoryId> path)
{
    const auto repository = find_repository(call.db(), path->id);
    if (!repository) return not_found("the repository");
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
    const auto owner = accounts::find_account(call.db(), repository->owner_id);
    if (!access.sees() || !owner) return not_found("the repository");
    return show_repository(call, *repository, *owner, access);
}

Result<> remove(Call& call, const Place& place)
{
    delete_repository(call.site, place.repository, call.caller.id);
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/user/repos",           scope::user | scope::closed_to_public_only(scope::repository), accounts::signed_in, handle<create>,    201, "createCurrentUserRepo", "Make a repository of your own", {400, 403, 409}},
    {GET,    "/repos/{owner}/{repo}", scope::repository, sees_repository,     quick<get>,        200, "repoGet",               "Get a repository"},
    {GET,    "/repositories/{id}",    scope::repository, accounts::signed_in, handle<get_by_id>, 200, "repoGetByID",           "Get a repository by its number", {404}},
    {DELETE, "/repos/{owner}/{repo}", scope::repository, owns_repository,     handle<remove>,    204, "repoDelete",            "Delete a repository"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table repository_table{"repository", operations};

} // namespace cairn::repositories
