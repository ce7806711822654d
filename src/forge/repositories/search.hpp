// Finding repositories.
#pragma once

#include "repositories/written.hpp"

namespace cairn::repositories {

enum class SearchMode : std::uint8_t { source, fork, mirror, collaborative };
BOOST_DESCRIBE_ENUM(SearchMode, source, fork, mirror, collaborative)

enum class SearchSort : std::uint8_t { alpha, created, updated, size, git_size, lfs_size, id, stars, forks };
BOOST_DESCRIBE_ENUM(SearchSort, alpha, created, updated, size, git_size, lfs_size, id, stars, forks)

struct SearchRepositories : Paging {
    std::string q;
    bool topic = false;
    bool includeDesc = false; // NOLINT(readability-identifier-naming)
    std::int64_t uid = 0;
    std::int64_t priority_owner_id = 0;
    std::int64_t team_id = 0;
    std::int64_t starredBy = 0; // NOLINT(readability-identifier-naming)
    std::optional<bool> private_;
    std::optional<bool> is_private;
    std::optional<bool> template_;
    std::optional<bool> archived;
    std::optional<SearchMode> mode;
    bool exclusive = false;
    std::optional<SearchSort> sort;
    std::string order;
};
BOOST_DESCRIBE_STRUCT(SearchRepositories, (Paging),
                      (q, topic, includeDesc, uid, priority_owner_id, team_id, starredBy, private_, is_private,
                       template_, archived, mode, exclusive, sort, order))
constexpr auto notes(const SearchRepositories*)
{
    return std::array{
        Note{"q",
             "pieces of names or topics, joined by commas: one of them is enough. owner/name is looked for as such"},
        Note{"topic", "look for whole topics and nothing else"},
        Note{"includeDesc", "look in the description, too"},
        Note{.member = "uid", .doc = "what this account owns or has access to", .format = "int64"},
        Note{.member = "priority_owner_id", .doc = "this account's come first", .format = "int64"},
        Note{.member = "team_id", .doc = "what this team has", .format = "int64"},
        Note{.member = "starredBy", .doc = "what this account has starred", .format = "int64"},
        Note{"private", "false: only what everybody may see"},
        Note{"is_private", "only private ones, or only others"},
        Note{"template", "only templates, or only others"},
        Note{"archived", "only archived ones, or only others"},
        Note{"mode", "only sources, forks or mirrors; or of uid's only what it does not own"},
        Note{"exclusive", "of uid's only what it owns"},
        Note{"sort", "without it, by name"},
        Note{"order", "of the sort: asc or desc"},
    };
}

// The page of what fits and the caller sees. Errc::unprocessable for an order that there is not.
Result<Page<std::int64_t>> search_repositories(const api::View&, const SearchRepositories&);

// Where a word is looked for, beside the name.
enum class WordPlaces : std::uint8_t { topics_alone, topics, topics_and_description };

// Adds to `query` the condition that the repository `r` has the word. One with a '/' is looked for as owner/name, too:
// then `query` has the owner as `o`.
void add_word(db::Composition& query, std::string_view word, WordPlaces);

} // namespace cairn::repositories
