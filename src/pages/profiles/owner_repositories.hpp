// The repositories of an account, or those that it has starred, as a list that can be narrowed:
// {% include "profiles/repositories" with list %}.
#pragma once

#include "pages/explore/shown_repository.hpp"
#include "pages/pager.hpp"
#include "pages/profiles/profile_query.hpp"

namespace cairn::pages {

struct ProfileChoice {
    std::string value;
    std::string words{};
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(ProfileChoice, (), (value, words, chosen))

struct OwnerRepositories {
    std::string path{}; // of the page
    std::string tab{};  // of the page; empty: the first
    std::string q{};
    bool filtered = false;
    std::vector<ProfileChoice> kinds{};
    std::vector<ProfileChoice> languages{};
    std::vector<ProfileChoice> sorts{};
    std::vector<ShownRepository> repositories{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(OwnerRepositories, (), (path, tab, q, filtered, kinds, languages, sorts, repositories, pager))

struct WhoseRepositories {
    std::int64_t owner_id = 0;
    std::int64_t starred_by = 0;
};

OwnerRepositories owner_repositories(const api::Call&, const WhoseRepositories&, const ProfileQuery&, std::string path,
                                     std::string tab);

} // namespace cairn::pages
