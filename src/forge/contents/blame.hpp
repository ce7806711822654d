// Who has written which line of a file, and in which commit.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "api/site.hpp"
#include "git/objects/blame.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

// The file at the root of a commit that lists commits which only move lines about: a name in a line, # for remarks.
inline constexpr std::string_view ignored_revisions_file = ".git-blame-ignore-revs";

// What can be told of larger files takes longer than anybody waits.
inline constexpr std::uint64_t largest_blamed = 2U << 20;

struct BlamedFile {
    std::int64_t lines = 0;     // of the file
    std::size_t ignored = 0;    // commits that were passed over, because the commit lists them
    bool lists_ignored = false; // it has such a list
};

// Called before the first block, and then for each block with its lines, without their ends and as the bytes that they
// are. Blocks that follow each other and come from one commit are one. What is heard may be sent at once.
struct BlameListener {
    std::function<void(const BlamedFile&)> begin{};
    std::function<void(const git::BlameBlock&, std::span<const std::string_view> lines)> block{};
};

// not_found if the commit has no such file, unprocessable for one that is no text, too_large for one beyond
// `largest_blamed`, and when it takes too long: what was heard by then is right. What was found is remembered for a
// while. `ignoring` false: the list is not read.
Result<> blame_file(const api::Site&, const repositories::StoredRepository&, const git::Repository&,
                    const git::ObjectId& commit, const std::string& path, const BlameListener&, bool ignoring = true);

} // namespace cairn::contents
