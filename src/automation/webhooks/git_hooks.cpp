// Scripts that git would run on the server. There are none: whoever could write one could do on the machine whatever
// the server can. Clients that ask are told so.
#include "repositories/guards.hpp"
#include "webhooks/tables.hpp"

namespace cairn::webhooks {

using namespace api;
using enum Method;
using repositories::administers_repository;
using repositories::RepositoryContext;

namespace {

struct GitHook {
    std::string name;
    bool is_active = false;
    std::string content;
};
BOOST_DESCRIBE_STRUCT(GitHook, (), (name, is_active, content))
constexpr auto notes(const GitHook*) { return std::array{Note{"", "A script that git runs on the server"}}; }

struct EditGitHookOption {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(EditGitHookOption, (), (content))
constexpr auto notes(const EditGitHookOption*) { return std::array{Note{"", "What to make of a script"}}; }

struct ScriptPath {
    std::string id;
};
BOOST_DESCRIBE_STRUCT(ScriptPath, (), (id))
constexpr auto notes(const ScriptPath*) { return std::array{Note{"id", "the name of the script"}}; }

std::unexpected<Error> refusal() { return fail(Errc::forbidden, "this server runs no scripts of its repositories"); }

Result<std::vector<GitHook>> list(Call&, const RepositoryContext&) { return refusal(); }
Result<GitHook> get(Call&, const RepositoryContext&, Path<ScriptPath>) { return refusal(); }
Result<GitHook> edit(Call&, const RepositoryContext&, Path<ScriptPath>, Body<EditGitHookOption>) { return refusal(); }
Result<> remove(Call&, const RepositoryContext&, Path<ScriptPath>) { return refusal(); }

// clang-format off
constexpr Operation git_hook_operations[] = {
    {GET,    "/repos/{owner}/{repo}/hooks/git",      scope::repository, administers_repository, handle<list>,   200, "repoListGitHooks",  "List the scripts of a repository"},
    {GET,    "/repos/{owner}/{repo}/hooks/git/{id}", scope::repository, administers_repository, handle<get>,    200, "repoGetGitHook",    "Get a script"},
    {PATCH,  "/repos/{owner}/{repo}/hooks/git/{id}", scope::repository, administers_repository, handle<edit>,   200, "repoEditGitHook",   "Change a script"},
    {DELETE, "/repos/{owner}/{repo}/hooks/git/{id}", scope::repository, administers_repository, handle<remove>, 204, "repoDeleteGitHook", "Empty a script"},
};
// clang-format on
static_assert(well_formed(git_hook_operations));

} // namespace

const Table git_hook_table{"repository", git_hook_operations};

} // namespace cairn::webhooks
