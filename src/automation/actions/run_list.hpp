// Runs of a repository as its page lists them: by workflow as well, with how many there are in each state, and what
// they can be narrowed to.
#pragma once

#include "actions/listing.hpp"

namespace cairn::actions {

struct ListedRuns : ListRuns {
    std::string workflow; // the name of its file
};
BOOST_DESCRIBE_STRUCT(ListedRuns, (ListRuns), (workflow))

// The newest first. Unlike runs_of_workflow() it asks nobody whether there is such a workflow, and somebody whom there
// is not has caused none. Errc::bad_request for a state that there is not.
Result<Page<StoredRun>> list_runs(const api::Call&, const RepositoryContext&, const ListedRuns&);

// How many of those that fit otherwise are in each state.
struct RunCounts {
    std::int64_t all = 0;
    std::int64_t running = 0;
    std::int64_t waiting = 0; // or blocked
    std::int64_t passed = 0;
    std::int64_t failed = 0;
};
RunCounts count_runs(const api::Call&, const RepositoryContext&, const ListedRuns&);

// What the newest runs of a repository were about.
struct RunChoices {
    std::vector<std::string> branches{};
    std::vector<std::string> events{};
    std::vector<std::int64_t> actors{};
};
RunChoices choices_of_runs(db::Queries&, std::int64_t repository_id);

} // namespace cairn::actions
