// Finding commits by what a person types: words of the message, author:aiko, path:src, since:2026-01-01, until:….
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/page.hpp"
#include "base/time.hpp"
#include "git/objects/walk.hpp"

namespace cairn::contents {

struct CommitSearch {
    std::vector<std::string> words{}; // all of them, in any case
    std::string author{};             // a part of the name or of the address
    std::string path{};
    std::optional<Time> since{};
    std::optional<Time> until{};

    static CommitSearch parse(std::string_view);
    // Nothing was asked for.
    bool empty() const { return words.empty() && author.empty() && path.empty() && !since && !until; }
};

// The page of those that fit, from this commit on. `cut` where the history is too long to be searched at once.
Result<git::WalkPage> search_commits(const git::Repository&, const git::ObjectId& from, const CommitSearch&,
                                     const Paging&);

} // namespace cairn::contents
