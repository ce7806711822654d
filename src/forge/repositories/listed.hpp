// Repositories as the lists of pages show them: in two or three queries for all of a page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "access/repositories.hpp"
#include "api/view.hpp"
#include "base/reflect.hpp"

namespace cairn::repositories {

struct ListedRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string owner;
    std::string owner_avatar; // the name of the picture
    bool of_organization = false;
    std::string name;
    std::string description;
    bool private_ = false;
    std::int64_t audience = 0;
    std::int64_t units = 0;
    std::int64_t anonymous_levels = 0;
    std::int64_t everyone_levels = 0;
    bool fork = false;
    bool mirror = false;
    bool template_ = false;
    bool archived = false;
    std::string language;
    std::string topics; // joined by commas
    std::int64_t stars_count = 0;
    std::int64_t forks_count = 0;
    Time updated_at;

    access::RepositoryFacts facts() const
    {
        return {.id = id,
                .owner_id = owner_id,
                .audience = static_cast<access::Audience>(audience),
                .units = access::Units::from_stored(units),
                .to_anybody = access::Levels::from_stored(anonymous_levels),
                .to_everyone = access::Levels::from_stored(everyone_levels)};
    }
};
BOOST_DESCRIBE_STRUCT(ListedRow, (),
                      (id, owner_id, owner, owner_avatar, of_organization, name, description, private_, audience, units,
                       anonymous_levels, everyone_levels, fork, mirror, template_, archived, language, topics,
                       stars_count, forks_count, updated_at))

struct ListedRepository {
    ListedRow row;
    access::Access access; // the caller's
    bool starred = false;  // by the caller
};

// In the order of the ids, which the caller was found to see; those that are gone are left out.
std::vector<ListedRepository> listed_repositories(const api::View&, std::span<const std::int64_t> ids);

} // namespace cairn::repositories
