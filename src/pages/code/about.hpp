// What is told of a repository beside its files: who works on it, in which languages, its latest release.
#pragma once

#include "releases/release.hpp"
#include "repositories/guards.hpp"

namespace cairn::pages {

struct LanguageShare {
    std::string name;
    double percent = 0;
    std::string color;
    std::string begin; // in the bar, which is 100 wide
    std::string width;
};
BOOST_DESCRIBE_STRUCT(LanguageShare, (), (name, percent, color, begin, width))

struct ShownContributor {
    std::string name;
    std::string login{}; // empty: nobody's account
    std::string avatar{};
};
BOOST_DESCRIBE_STRUCT(ShownContributor, (), (name, login, avatar))

struct AboutPart {
    std::vector<LanguageShare> languages{};
    std::vector<ShownContributor> contributors{}; // those with the most commits
    std::int64_t contributor_count = 0;
    std::optional<releases::Release> release{}; // the latest
    std::string release_words{};                // the beginning of its notes
    std::int64_t release_count = 0;
    std::int64_t size = 0; // in bytes
};
BOOST_DESCRIBE_STRUCT(AboutPart, (),
                      (languages, contributors, contributor_count, release, release_words, release_count, size))

// From the database alone.
AboutPart about_repository(const api::Call&, const repositories::RepositoryContext&);

// Shares of the whole, the greatest first; what is small is one share at the end, without a name.
std::vector<LanguageShare> language_shares(const std::map<std::string, std::int64_t>& bytes);

} // namespace cairn::pages
