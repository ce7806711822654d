// What the feeds tell of a push: one entry for each branch and tag.
#pragma once

#include <span>

#include "git/references/references.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

struct PushActivity {
    std::string kind; // commit_repo, push_tag, delete_branch, delete_tag; of mirrors mirror_sync_create, _push, _delete
    std::string ref_name;
    std::string content; // JSON, as today's clients know it
};

// Of the first few references; a feed is no log. `full_name` is owner/name.
std::vector<PushActivity> activities_of(const git::Repository&, std::string_view full_name,
                                        std::span<const git::RefUpdate> changes, bool mirrored = false);

} // namespace cairn::repositories
