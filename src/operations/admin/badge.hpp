// Badges: marks of honor that operators put into the database and administrators give to people.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::admin {

// The document has the first four members, today's clients look for the others; so each thing is told under both names.
struct Badge {
    std::int64_t id = 0;
    std::string slug;
    std::string description;
    std::string image_url;
    std::int64_t known_id = 0;
    std::string known_slug;
    std::string known_description;
    std::string known_image_url;
};
BOOST_DESCRIBE_STRUCT(Badge, (),
                      (id, slug, description, image_url, known_id, known_slug, known_description, known_image_url))
constexpr auto notes(const Badge*)
{
    return std::array{
        Note{"", "A mark of honor that accounts can wear"},
        Note{"slug", "its short name, once on the site"},
        Note{.member = "known_id", .doc = "the same as id", .alias = "ID"},
        Note{.member = "known_slug", .doc = "the same as slug", .alias = "Slug"},
        Note{.member = "known_description", .doc = "the same as description", .alias = "Description"},
        Note{.member = "known_image_url", .doc = "the same as image_url", .alias = "ImageURL"},
    };
}

struct UserBadgeOption {
    std::optional<std::vector<std::string>> badge_slugs;
};
BOOST_DESCRIBE_STRUCT(UserBadgeOption, (), (badge_slugs))
constexpr auto notes(const UserBadgeOption*)
{
    return std::array{Note{"badge_slugs", "the short names of the badges; it may be empty, but not absent"}};
}

std::vector<Badge> badges_of(db::Queries&, std::int64_t account_id);

// All of them or none. Errc::unprocessable where none are named, more than 100, or one that there is not.
Result<void> give_badges(const api::Call&, const accounts::Account&, const UserBadgeOption&);
// Those that the account does not wear do not matter. Errc::unprocessable where none are named, or more than 100.
Result<void> take_badges(const api::Call&, const accounts::Account&, const UserBadgeOption&);

} // namespace cairn::admin
