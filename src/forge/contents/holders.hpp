// Which branches and tags have a commit in their history, and how far branches are from another.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/site.hpp"
#include "git/objects/merge.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

struct Holders {
    std::vector<std::string> branches; // the default one first
    std::vector<std::string> tags;     // the oldest first: since when it is out
    bool more_branches = false;        // than these
    bool more_tags = false;
    bool complete = true; // false: it took too long
};

// At most `most` of each.
Result<Holders> holders_of(const api::Site&, const repositories::StoredRepository&, const git::ObjectId& commit,
                           std::size_t most = 20);

// How far each commit is from `base`, in their order; nothing for those that there was no time for. What was counted is
// remembered, so that whoever asks again gets further.
std::vector<std::optional<git::Distance>> distances(const git::Repository&, std::span<const git::ObjectId> commits,
                                                    const git::ObjectId& base);

} // namespace cairn::contents
