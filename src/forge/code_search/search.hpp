// Searching the code of a site, or of one repository: the index (indexer.hpp) says which files may fit, the texts are
// read to see which do. What the viewer may not read the code of is not looked at.
#pragma once

#include "base/page.hpp"
#include "code_search/found_lines.hpp"
#include "code_search/query.hpp"

namespace cairn::api {
class View;
} // namespace cairn::api

namespace cairn::code_search {

struct FoundFile {
    std::int64_t repository_id = 0;
    std::string owner;
    std::string repository;
    std::string branch;    // the default one
    std::string commit_id; // what its lines are numbered in; empty while the first indexing is under way
    std::string path;
    std::string language;   // empty: not known
    std::int64_t lines = 0; // that fit; more of them than the fragments show
    std::vector<Fragment> fragments;
};
BOOST_DESCRIBE_STRUCT(FoundFile, (),
                      (repository_id, owner, repository, branch, commit_id, path, language, lines, fragments))

struct FoundCode {
    std::vector<FoundFile> files; // of the page: people's own work before what is vendored or generated
    std::int64_t total = 0;       // files that fit,
    bool exact = true;            // or at least about so many, because no more were looked at
    bool gave_up = false;         // an expression took too long to look for in some files
};

// The most files that are found, whatever page is asked for.
inline constexpr std::int64_t most_found = 1000;

// Of all repositories, or of one. Nothing is found by an empty query.
Result<FoundCode> search_code(const api::View&, const Query&, const Paging&, std::int64_t repository_id = 0);

} // namespace cairn::code_search
