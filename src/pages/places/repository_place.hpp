// The head of every page of a repository: whose it is, who sees it, what one can do with it, and its tabs. A view has
// it as `place`, for {% layout "repository" %}:
//
//     .place = repository_place(call, context, RepositoryTab::issues)
#pragma once

#include "pages/navigation.hpp"
#include "repositories/guards.hpp"

namespace cairn::pages {

enum class RepositoryTab : std::uint8_t {
    code,
    issues,
    pulls,
    actions,
    packages,
    projects,
    releases,
    wiki,
    activity,
    settings,
    none
};

struct RepositoryPlace {
    std::string owner;
    std::string name;
    std::string owner_avatar{};
    std::string description{};
    std::string picture{};  // its own, or its owner's, as a whole address; empty: none
    bool has_feeds = false; // the site offers feeds
    bool owner_is_organization = false;
    bool private_ = false;
    bool internal = false; // for those who are signed in, or members
    bool template_ = false;
    bool mirror = false;
    bool archived = false;
    std::string parent{}; // "owner/name" of what it was forked from, where the reader may see that
    bool watched = false;
    bool starred = false;
    bool can_watch = false; // the buttons do something for this reader
    bool can_star = false;
    bool can_fork = false;
    std::int64_t watchers = 0;
    std::int64_t stars = 0;
    std::int64_t forks = 0;
    std::vector<ShownEntry> tabs{};
};
BOOST_DESCRIBE_STRUCT(RepositoryPlace, (),
                      (owner, name, owner_avatar, description, picture, has_feeds, owner_is_organization, private_,
                       internal, template_, mirror, archived, parent, watched, starred, can_watch, can_star, can_fork,
                       watchers, stars, forks, tabs))

// At most three small queries beside what the guard has read.
RepositoryPlace repository_place(const api::Call&, const repositories::RepositoryContext&, RepositoryTab);

// The list of pages beside those of a repository's settings, for {% layout "repository_settings" %}.
Navigation repository_settings_navigation(const api::Call&);

} // namespace cairn::pages

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::pages::RepositoryPlace>();
