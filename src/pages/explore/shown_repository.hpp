// A repository in a list of repositories, for parts/repository_row.html.
#pragma once

#include "api/call.hpp"
#include "base/page.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

struct ShownRepository {
    std::string owner;
    std::string owner_avatar{}; // an address
    bool of_organization = false;
    std::string name{};
    std::string description{};
    bool private_ = false;
    bool internal = false;
    bool fork = false;
    bool mirror = false;
    bool template_ = false;
    bool archived = false;
    std::string language{};
    std::string language_color{}; // #rrggbb
    std::vector<std::string> topics{};
    std::int64_t stars = 0;
    std::int64_t forks = 0;
    Time updated_at{};
    bool starred = false;
    bool can_star = false;
    std::string activity{};   // the points of a line through the commits of the last quarter; empty: none is known
    std::int64_t commits = 0; // in that quarter
    std::string distance{};   // of a fork from its base, in words; empty: not said
};
BOOST_DESCRIBE_STRUCT(ShownRepository, (),
                      (owner, owner_avatar, of_organization, name, description, private_, internal, fork, mirror,
                       template_, archived, language, language_color, topics, stars, forks, updated_at, starred,
                       can_star, activity, commits, distance))

// In the order of the ids, which the caller was found to see: a few queries for all of them.
std::vector<ShownRepository> show_repository_rows(const api::Call&, std::span<const std::int64_t> ids);

} // namespace cairn::pages
