// Who likes a repository, who watches it, and what was forked from it.
#include "config/settings.hpp"
#include "contents/fork_distance.hpp"
#include "pages/explore/shown_account.hpp"
#include "pages/explore/shown_repository.hpp"
#include "pages/explore/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_place.hpp"
#include "repositories/lifecycle/fork.hpp"
#include "repositories/social/star.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::AccountKind;
using repositories::RepositoryContext;

namespace {

struct ListQuery : Paging { };
BOOST_DESCRIBE_STRUCT(ListQuery, (Paging), ())

struct PeopleView {
    RepositoryPlace place;
    bool watchers = false; // otherwise those who have starred it
    std::vector<ShownPerson> people{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(PeopleView, (), (place, watchers, people, pager))

struct ForksView {
    RepositoryPlace place;
    std::vector<ShownRepository> forks{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(ForksView, (), (place, forks, pager))

Result<PeopleView> show_stars(Call& call, const RepositoryContext& place, Query<ListQuery> query)
{
    const auto found = TRY(repositories::stargazers(call, place, query.value));
    return PeopleView{.place = repository_place(call, place, RepositoryTab::none),
                      .people = show_account_rows(call, found.items, AccountKind::individual),
                      .pager = pager(call, query.value, found.total)};
}

Result<PeopleView> show_watchers(Call& call, const RepositoryContext& place, Query<ListQuery> query)
{
    const auto found = repositories::watchers(call, place, query.value);
    return PeopleView{.place = repository_place(call, place, RepositoryTab::none),
                      .watchers = true,
                      .people = show_account_rows(call, found.items, AccountKind::individual),
                      .pager = pager(call, query.value, found.total)};
}

std::string distance_words(const words::Language& in, const git::Distance& distance)
{
    if (distance.ahead == 0 && distance.behind == 0) return in.say(Phrase("up to date"));
    return in.say(Phrase("{ahead} ahead, {behind} behind"),
                  {{"ahead", in.number(static_cast<std::int64_t>(distance.ahead))},
                   {"behind", in.number(static_cast<std::int64_t>(distance.behind))}});
}

Result<ForksView> show_forks(Call& call, const RepositoryContext& place, Query<ListQuery> query)
{
    const auto found = repositories::forks_of(call, place.repository, query.value);
    ForksView view{.place = repository_place(call, place, RepositoryTab::none),
                   .forks = show_repository_rows(call, found.items),
                   .pager = pager(call, query.value, found.total)};
    // How far they have gone is told to those who may read what they began with.
    if (!place.access.reads(access::Unit::code) || view.forks.size() != found.items.size()) return view;
    const auto distances = contents::fork_distances(call, place.repository, found.items);
    for (std::size_t i = 0; i < view.forks.size(); ++i)
        if (const auto distance = distances.find(found.items[i]); distance != distances.end())
            view.forks[i].distance = distance_words(language_of(call), distance->second);
    return view;
}

using repositories::sees_repository;

// clang-format off
constexpr Operation popularity_operations[] = {
    {GET, "/{owner}/{repo}/stars",    scope::none, sees_repository, shows<show_stars, "repository/followers", "repoListStargazers">,     200, "siteStars",    "Show who has starred a repository"},
    {GET, "/{owner}/{repo}/watchers", scope::none, sees_repository, shows<show_watchers, "repository/followers", "repoListSubscribers">, 200, "siteWatchers", "Show who watches a repository"},
    {GET, "/{owner}/{repo}/forks",    scope::none, sees_repository, shows<show_forks, "repository/forks", "listForks">,                  200, "siteForks",    "Show the forks of a repository"},
};
// clang-format on
static_assert(well_formed(popularity_operations));

} // namespace

const Table popularity_table{"site", popularity_operations, Door::site, refuse_page};

} // namespace cairn::pages
