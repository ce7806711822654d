// Looking around among repositories: by words, topics, languages and kinds; and what there is to choose from.
#pragma once

#include <string>
#include <vector>

#include "api/view.hpp"
#include "base/page.hpp"
#include "base/reflect.hpp"

namespace cairn::repositories {

enum class RepositoryKind : std::uint8_t { source, fork, mirror, template_, archived };
BOOST_DESCRIBE_ENUM(RepositoryKind, source, fork, mirror, template_, archived)

enum class ExploreSort : std::uint8_t { best, updated, created, name, stars, forks, size };

struct Exploring {
    std::vector<std::string> words{};     // all of them, in the name, the topics or the description; or owner/name
    std::vector<std::string> topics{};    // all of them
    std::vector<std::string> languages{}; // one of them, in any case
    std::vector<RepositoryKind> kinds{};  // one of them; none: whatever it is
    std::int64_t owner_id = 0;            // only what this account owns; 0: anybody's
    std::int64_t starred_by = 0;          // only what this account has starred, and of others' stars what all may see
    ExploreSort sort = ExploreSort::updated;
    bool reversed = false; // the other way round: the oldest, or the fewest, first
};

// What somebody types: words, topic:x, language:x (or lang:x). Whatever else it is, is a word.
Exploring read_exploring(std::string_view text);

// The ids of a page of what fits and the caller sees, for listed_repositories(). `best`: what is called like the first
// word comes first, then what has the most stars.
Page<std::int64_t> explore_repositories(const api::View&, const Exploring&, const Paging&);

struct LanguageChoice {
    std::string name;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(LanguageChoice, (), (name, count))

// In the order of RepositoryKind.
struct KindCounts {
    std::int64_t sources = 0;
    std::int64_t forks = 0;
    std::int64_t mirrors = 0;
    std::int64_t templates = 0;
    std::int64_t archived = 0;
};
BOOST_DESCRIBE_STRUCT(KindCounts, (), (sources, forks, mirrors, templates, archived))

// Among what fits but for the languages, and but for the kinds. No more than some thousands are looked at, so that on a
// large site the numbers are those of a part of it.
std::vector<LanguageChoice> languages_among(const api::View&, const Exploring&, std::int64_t most = 8);
KindCounts kinds_among(const api::View&, const Exploring&);

// How many repositories the caller sees; and how many that fit.
std::int64_t count_seen(const api::View&);
std::int64_t count_explored(const api::View&, const Exploring&);

} // namespace cairn::repositories
