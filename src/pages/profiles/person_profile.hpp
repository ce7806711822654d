// What the page of a person shows: the card, and one of its tabs.
#pragma once

#include "pages/dashboard/shown_deed.hpp"
#include "pages/explore/shown_account.hpp"
#include "pages/profiles/owner_repositories.hpp"
#include "pages/profiles/profile_readme.hpp"
#include "pages/profiles/year.hpp"

namespace cairn::pages {

enum class ProfileTab : std::uint8_t { overview, repositories, stars, activity, followers, following };
BOOST_DESCRIBE_ENUM(ProfileTab, overview, repositories, stars, activity, followers, following)

struct ProfileOrganization {
    std::string name;
    std::string avatar{};
};
BOOST_DESCRIBE_STRUCT(ProfileOrganization, (), (name, avatar))

// What was done on one day, the newest first.
struct DayOfDeeds {
    std::string title;
    std::vector<ShownDeed> deeds{};
};
BOOST_DESCRIBE_STRUCT(DayOfDeeds, (), (title, deeds))

struct PersonProfile {
    ProfileTab tab = ProfileTab::overview;
    bool bot = false;
    std::string email{}; // empty: not told
    std::int64_t followers = 0;
    std::int64_t following = 0;
    std::int64_t keys = 0;
    std::vector<ProfileOrganization> organizations{};
    bool can_follow = false;
    bool followed = false;
    bool can_block = false;
    bool blocked = false; // by the reader
    std::optional<ShownReadme> readme{};
    std::vector<ShownRepository> pins{};
    std::optional<ShownYear> year{};
    bool quiet = false;             // hides what they did from the reader
    std::vector<ShownDeed> deeds{}; // of the overview
    std::vector<DayOfDeeds> days{};
    bool is_older = false; // what is shown of them is not the newest
    std::string older{};   // an address; empty: there is none
    std::optional<OwnerRepositories> list{};
    std::vector<ShownPerson> people{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(PersonProfile, (),
                      (tab, bot, email, followers, following, keys, organizations, can_follow, followed, can_block,
                       blocked, readme, pins, year, quiet, deeds, days, is_older, older, list, people, pager))

ProfileTab profile_tab(std::string_view name);
// As person_place() wants it.
std::string_view place_of(ProfileTab);

PersonProfile person_profile(const api::Call&, const accounts::Account&, const ProfileQuery&);

} // namespace cairn::pages
