// Issues that have moved to another repository: where they were, and where somebody is led who asks for them there.
#pragma once

#include "issues/issue_guards.hpp"
#include "issues/show.hpp"

namespace cairn::issues {

// A place that an issue has left.
struct FormerPlace {
    std::int64_t event_id = 0; // the line of the timeline that tells of the move
    std::string repository{};  // "owner/name"; empty where the reader may not read its issues
    std::int64_t number = 0;   // what it was there
};

// The places that the issue has left, the first first.
std::vector<FormerPlace> former_places(const api::View&, const StoredIssue&);

// For whom there is no such issue (any more): Errc::moved, or for what is no GET Errc::moved_for_now, where the issue
// of this number has moved to a repository whose issues the caller may read. Errc::not_found for everybody else,
// whether it has moved or not.
Error lead_on(const api::Call&, const RepositoryContext&, std::int64_t number, std::string_view segment);
// The same for a comment that went along, by the repository that it was in.
Error lead_on_to_comment(const api::Call&, const RepositoryContext&, std::int64_t issue_id);

void keep_former_place(db::Transaction&, const StoredIssue& before, std::int64_t event_id);

} // namespace cairn::issues
