// The page of an account: a person's profile, or an organization's home.
#include "access/organizations.hpp"
#include "accounts/guards.hpp"
#include "pages/page.hpp"
#include "pages/places/owner_place.hpp"
#include "pages/profiles/organization_home.hpp"
#include "pages/profiles/person_profile.hpp"
#include "pages/profiles/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::AccountKind;

namespace {

struct ProfilePath {
    std::string owner;
};
BOOST_DESCRIBE_STRUCT(ProfilePath, (), (owner))
constexpr auto notes(const ProfilePath*) { return std::array{Note{"owner", "the name of the account"}}; }

struct ProfilePageView {
    PageHead head{};
    OwnerPlace place;
    std::optional<PersonProfile> person{}; // one of the two
    std::optional<OrganizationHome> organization{};
};
BOOST_DESCRIBE_STRUCT(ProfilePageView, (), (head, place, person, organization))

Result<void> check_reads_profile(Call& call)
{
    auto account = TRY(accounts::account_at(call, "owner"));
    TRY(accounts::check_sees_account(call, account));
    call.load(std::move(account));
    return {};
}
constexpr Guard reads_profile{.name = "reads the account",
                              .path = &type_of<ProfilePath>(),
                              .loads = &tag<Account>,
                              .errors = {403, 404},
                              .check = &check_reads_profile};

Result<ProfilePageView> show(Call& call, const Account& account, Query<ProfileQuery> query)
{
    ProfilePageView view;
    if (account.kind == AccountKind::organization) {
        view.organization = organization_home(call, account, query.value);
        view.place = organization_place(
            call, account, {.member = view.organization->belongs, .owner = view.organization->owns}, "/{}");
        view.head.values = {{"org", account.name}};
    } else {
        view.person = person_profile(call, account, query.value);
        view.place = person_place(call, account, place_of(view.person->tab));
        view.head.values = {{"username", account.name}};
    }
    const auto& readme = view.person ? view.person->readme : view.organization->readme;
    view.head.has_drawings = readme && readme->draws;
    return view;
}

constexpr auto& profile_page =
    shows<show, "profiles/profile",
          "userGet userListRepos userGetHeatmapData userListActivityFeeds userCurrentPutFollow orgGet orgListRepos "
          "orgListPublicMembers">;

// clang-format off
constexpr Operation profile_operations[] = {
    {GET, "/{owner}", scope::none, reads_profile, profile_page, 200, "siteProfileOfAccount", "Show a person's profile, or an organization's home"},
};
// clang-format on
static_assert(well_formed(profile_operations));

} // namespace

const Table profile_page_table{"site", profile_operations, Door::site, refuse_page};

} // namespace cairn::pages
