// What a pull request is made of: its commits, and the files that they change.
#pragma once

#include "git/objects/diff.hpp"
#include "git/store/repositories.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

// The pull request as it is now, and the commits that it is between.
struct Range {
    StoredPull pull;
    git::Repositories::Handle repository;
    git::ObjectId base;
    git::ObjectId head;
};

// Brings the pull request up to date first; where git cannot tell, it is as it was. Errc::not_found where its commits
// are gone.
Result<Range> open_range(const api::Call&, const PullContext&);

struct ListFiles : Paging {
    std::string skip_to;
    std::string whitespace;
};
BOOST_DESCRIBE_STRUCT(ListFiles, (Paging), (skip_to, whitespace))
constexpr auto notes(const ListFiles*)
{
    return std::array{
        Note{.member = "skip_to", .doc = "begin with this file", .alias = "skip-to"},
        Note{"whitespace", "ignore-all, ignore-change or ignore-eol: which changes of white space do not count"},
    };
}

// One page of the files that it changes, by their paths, and how many there are.
Result<Page<git::FileChange>> list_files(const Range&, const ListFiles&);

struct ListPullCommits : Paging {
    bool verification = true;
    bool files = true;
};
BOOST_DESCRIBE_STRUCT(ListPullCommits, (Paging), (verification, files))
constexpr auto notes(const ListPullCommits*)
{
    return std::array{
        Note{"verification", "false: without looking at the signatures"},
        Note{"files", "false: without the files that they changed"},
    };
}

// One page of its commits, the newest first, and how many there are.
Result<Page<git::ObjectId>> list_commits(const Range&, const Paging&);

} // namespace cairn::pulls
