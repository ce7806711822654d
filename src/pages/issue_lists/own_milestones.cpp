// Milestones of all repositories that somebody works on, and of those of an organization.
#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "issues/query/names.hpp"
#include "issues/show.hpp"
#include "organizations/guards.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/issue_lists/shown_milestone.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using enum Method;
using issues::MilestonePlace;
using organizations::StoredOrganization;

namespace {

struct ListedMilestones {
    std::string path{};
    std::string q{};
    std::string repo{};
    std::string sort{};
    std::string state{};
    MilestoneLinks links{};
    std::vector<ShownMilestone> milestones{};
    std::vector<ShownEntry> repositories{}; // those that have some
    Pager pager{};
    bool unknown = false; // there is no such repository
};
BOOST_DESCRIBE_STRUCT(ListedMilestones, (),
                      (path, q, repo, sort, state, links, milestones, repositories, pager, unknown))

struct OwnMilestonesView {
    PageHead head{};
    ListedMilestones list{};
};
BOOST_DESCRIBE_STRUCT(OwnMilestonesView, (), (head, list))

struct OrganizationMilestonesView {
    PageHead head{};
    OwnerPlace place;
    ListedMilestones list{};
};
BOOST_DESCRIBE_STRUCT(OrganizationMilestonesView, (), (head, place, list))

ListedMilestones make_list(const Call& call, MilestonePlace place, const std::string& path, const MilestoneQuery& query)
{
    ListedMilestones list{.path = path, .q = query.q, .repo = query.repo, .sort = query.sort};
    const auto some = issues::repositories_with_milestones(call, place);
    for (const auto& [id, home] : issues::homes_of(call.db(), some)) {
        const auto name = home.owner + "/" + home.name;
        list.repositories.push_back({.address = path + "?repo=" + http::encode_query(name),
                                     .words = name,
                                     .current = text::iequals(name, query.repo)});
    }
    const auto wanted = search_of(query);
    list.state = wanted.closed ? "closed" : "open";
    if (!query.repo.empty()) {
        place.among_them_id = issues::repository_named(call, query.repo);
        list.unknown = place.among_them_id == 0;
    }
    const auto found = list.unknown ? issues::FoundMilestones() : issues::find_milestones(call, place, wanted);
    list.links = milestone_links(call, query, path, found);
    list.pager = pager(call, query, found.page.total);
    std::vector<std::int64_t> ids;
    for (const auto& milestone : found.page.items) ids.push_back(milestone.repository_id);
    const auto homes = issues::homes_of(call.db(), ids);
    for (const auto& milestone : found.page.items) {
        const auto home = homes.find(milestone.repository_id);
        if (home == homes.end()) continue;
        list.milestones.push_back(show_milestone(milestone, repository_address(home->second.owner, home->second.name)));
        list.milestones.back().repository = home->second.owner + "/" + home->second.name;
    }
    return list;
}

Result<OwnMilestonesView> show_own(Call& call, const Account&, Query<MilestoneQuery> query)
{
    return OwnMilestonesView{.list = make_list(call, {}, "/milestones", query.value)};
}

Result<OrganizationMilestonesView> show_of_organization(Call& call, const StoredOrganization& organization,
                                                        Query<MilestoneQuery> query)
{
    const auto path = "/org/" + http::encode_path_segment(organization.name) + "/milestones";
    return OrganizationMilestonesView{.place = TRY(organization_head(call, organization, "/org/{}/milestones")),
                                      .list = make_list(call, {.owner_id = organization.id}, path, query.value)};
}

constexpr auto& own_page = shows<show_own, "issue_lists/own_milestones", "userCurrentListRepos">;
constexpr auto& organization_page = shows<show_of_organization, "issue_lists/organization_milestones", "orgListRepos">;

using accounts::signed_in;
using organizations::belongs_to_organization;

// clang-format off
constexpr Operation own_milestone_operations[] = {
    {GET, "/milestones",           scope::none, signed_in,               own_page,          200, "siteOwnMilestones",          "Show one's milestones"},
    {GET, "/org/{org}/milestones", scope::none, belongs_to_organization, organization_page, 200, "siteOrganizationMilestones", "Show the milestones of an organization"},
};
// clang-format on
static_assert(well_formed(own_milestone_operations));

} // namespace

const Table own_milestones_table{"site", own_milestone_operations, Door::site, refuse_page};

} // namespace cairn::pages
