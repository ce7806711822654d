// The address at which other servers show scripts that git runs at a push. Here there are none, and the page says what
// does their work.
#include "config/settings.hpp"
#include "pages/hooks/hook_place.hpp"
#include "pages/hooks/tables.hpp"
#include "pages/page.hpp"
#include "repositories/guards.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::administers_repository;
using repositories::RepositoryContext;

namespace {

struct GitHooksView {
    PageHead head{};
    HookPlace place{};
    bool has_workflows = false; // on this site
};
BOOST_DESCRIBE_STRUCT(GitHooksView, (), (head, place, has_workflows))

Result<GitHooksView> show(Call& call, const RepositoryContext& place)
{
    return GitHooksView{.place = hook_home(call, place).place, .has_workflows = call.settings().actions.enabled};
}

// clang-format off
constexpr Operation git_hook_page_operations[] = {
    {GET, "/{owner}/{repo}/settings/hooks/git", scope::none, administers_repository, shows<show, "hooks/git", "repoListHooks">, 200, "siteGitHooks", "Say that git runs no scripts of a repository"},
};
// clang-format on
static_assert(well_formed(git_hook_page_operations));

} // namespace

const Table git_hooks_page_table{"site", git_hook_page_operations, Door::site, refuse_page};

} // namespace cairn::pages
