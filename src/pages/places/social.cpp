// The buttons in the head of a repository's pages: star it and watch it, or no longer.
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/tables.hpp"
#include "pages/return_address.hpp"
#include "repositories/social/star.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

// Back to the page that has the button.
Done back(const Call& call, const RepositoryContext& place, const ReturnQuery& form)
{
    const auto home = repository_address(place);
    return done(safe_redirect(call.settings(), form.redirect_to, home));
}

Result<Done> give_star(Call& call, const RepositoryContext& place, Body<ReturnQuery> form)
{
    TRY(repositories::star(call, place));
    return back(call, place, form.value);
}

Result<Done> take_star(Call& call, const RepositoryContext& place, Body<ReturnQuery> form)
{
    repositories::unstar(call, place);
    return back(call, place, form.value);
}

Result<Done> begin_watching(Call& call, const RepositoryContext& place, Body<ReturnQuery> form)
{
    TRY(repositories::watch(call, place));
    return back(call, place, form.value);
}

Result<Done> end_watching(Call& call, const RepositoryContext& place, Body<ReturnQuery> form)
{
    repositories::unwatch(call, place);
    return back(call, place, form.value);
}

// clang-format off
constexpr Operation social_operations[] = {
    {POST, "/{owner}/{repo}/action/star",    scope::none, repositories::stars,                     does<give_star>,      303, "siteStar",    "Star a repository"},
    {POST, "/{owner}/{repo}/action/unstar",  scope::none, repositories::stars,                     does<take_star>,      303, "siteUnstar",  "Take the star back"},
    {POST, "/{owner}/{repo}/action/watch",   scope::none, repositories::sees_repository_signed_in, does<begin_watching>, 303, "siteWatch",   "Watch a repository"},
    {POST, "/{owner}/{repo}/action/unwatch", scope::none, repositories::sees_repository_signed_in, does<end_watching>,   303, "siteUnwatch", "Watch it no longer"},
};
// clang-format on
static_assert(well_formed(social_operations));

} // namespace

const Table social_table{"site", social_operations, Door::site, refuse_page};

} // namespace cairn::pages
