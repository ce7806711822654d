// The section about searching code.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

struct Indexer {
    bool repo_indexer_enabled = true;
    std::vector<std::string> repo_indexer_repo_types{"sources", "forks", "mirrors", "templates"};
    std::vector<std::string> repo_indexer_include;
    std::vector<std::string> repo_indexer_exclude;
    bool repo_indexer_exclude_vendored = false;
    std::int64_t max_file_size = 1 << 20;
};
BOOST_DESCRIBE_STRUCT(Indexer, (),
                      (repo_indexer_enabled, repo_indexer_repo_types, repo_indexer_include, repo_indexer_exclude,
                       repo_indexer_exclude_vendored, max_file_size))
constexpr auto notes(const Indexer*)
{
    return std::array{
        Note{"", "Searching code. The index is in the database; issues are searched there as well, without settings."},
        Note{"repo_indexer_enabled", "Keeps an index of the default branches' files. Without it nothing new is found."},
        Note{"repo_indexer_repo_types", "Which repositories: sources, forks, mirrors, templates. Empty: all."},
        Note{"repo_indexer_include",
             "Patterns of the only files that are indexed, such as `*.go` or `src/**`. Empty: all."},
        Note{"repo_indexer_exclude", "Patterns of files that are not indexed."},
        Note{"repo_indexer_exclude_vendored",
             "Leaves out what comes from elsewhere (vendor, node_modules). Without it, it is found after the rest."},
        Note{.member = "max_file_size",
             .doc = "Larger files are not indexed.",
             .format = "bytes",
             .minimum = 0,
             .maximum = 16 << 20},
    };
}

} // namespace cairn::config
