// The rules for a repository's tags, as the API has them, and making, changing and deleting them.
#pragma once

#include <span>

#include "repositories/guards.hpp"
#include "repositories/protection/protection.hpp"

namespace cairn::repositories {

struct TagProtection {
    std::int64_t id = 0;
    std::string name_pattern;
    std::vector<std::string> whitelist_usernames;
    std::vector<std::string> whitelist_teams;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(TagProtection, (),
                      (id, name_pattern, whitelist_usernames, whitelist_teams, created_at, updated_at))
constexpr auto notes(const TagProtection*)
{
    return std::array{Note{"", "A rule that says who may make, move and delete the tags that its pattern fits"}};
}

struct CreateTagProtectionOption {
    std::string name_pattern;
    std::vector<std::string> whitelist_usernames;
    std::vector<std::string> whitelist_teams;
};
BOOST_DESCRIBE_STRUCT(CreateTagProtectionOption, (), (name_pattern, whitelist_usernames, whitelist_teams))
constexpr auto notes(const CreateTagProtectionOption*)
{
    return std::array{Note{.member = "name_pattern",
                           .doc = "a pattern with *, or a regular expression between slashes",
                           .max_length = 255}};
}

struct EditTagProtectionOption {
    std::optional<std::string> name_pattern;
    std::optional<std::vector<std::string>> whitelist_usernames;
    std::optional<std::vector<std::string>> whitelist_teams;
};
BOOST_DESCRIBE_STRUCT(EditTagProtectionOption, (), (name_pattern, whitelist_usernames, whitelist_teams))
constexpr auto notes(const EditTagProtectionOption*)
{
    return std::array{Note{.member = "name_pattern",
                           .doc = "a pattern with *, or a regular expression between slashes",
                           .max_length = 255}};
}

// In the order in which they were made.
std::vector<StoredTagProtection> tag_protections(db::Queries&, const RepositoryContext&);

// Errc::not_found.
Result<StoredTagProtection> find_tag_protection(db::Queries&, const RepositoryContext&, std::int64_t id);

// Errc::bad_request for a rule without a pattern or without anybody whom it lets pass, Errc::unprocessable for a
// broken pattern and for names that nobody has, Errc::forbidden where there is a rule with that pattern.
Result<StoredTagProtection> create_tag_protection(const api::Call&, const RepositoryContext&,
                                                  const CreateTagProtectionOption&);

// Errc::not_found, and as above for a pattern that another rule has and for names.
Result<StoredTagProtection> edit_tag_protection(const api::Call&, const RepositoryContext&, std::int64_t id,
                                                const EditTagProtectionOption&);

// Errc::not_found.
Result<void> delete_tag_protection(const api::Call&, const RepositoryContext&, std::int64_t id);

// With who is on their lists and was let into the repository.
std::vector<TagProtection> show_tag_protections(db::Queries&, const RepositoryContext&,
                                                std::span<const StoredTagProtection>);

} // namespace cairn::repositories
