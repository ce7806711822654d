// The repositories that somebody works with, what was changed last first: for the side of a page.
#pragma once

#include "accounts/account.hpp"
#include "api/view.hpp"
#include "base/reflect.hpp"

namespace cairn::repositories {

struct LatestRepository {
    std::int64_t id = 0;
    std::string owner;
    std::string owner_avatar; // the name of the picture
    bool of_organization = false;
    std::string name;
    bool private_ = false;
};
BOOST_DESCRIBE_STRUCT(LatestRepository, (), (id, owner, owner_avatar, of_organization, name, private_))

struct LatestOf {
    std::int64_t owner_id = 0; // of this account alone; 0: whatever the caller owns or was let into
    std::int64_t team_id = 0;  // of this team alone
    std::string words{};       // of the name or of owner/name, in any case
};

struct Latest {
    std::vector<LatestRepository> repositories{};
    std::int64_t total = 0;
};

// What the caller sees of them.
Latest latest_repositories(const api::View&, const LatestOf&, std::int64_t limit);

} // namespace cairn::repositories
