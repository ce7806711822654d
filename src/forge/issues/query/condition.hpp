// A condition on issues, one of several that all must hold, as SQL about the issue `i`.
#pragma once

#include <limits>

#include "access/viewer.hpp"
#include "db/composition.hpp"

namespace cairn::issues {

struct IssueCondition {
    enum class Of : std::uint8_t {
        label,
        milestone,
        project,
        poster,
        assignee,
        mention,
        reviewer,
        repository,
        number,
        state,      // words: open, closed, merged, draft, pinned, issue, pull
        review,     // words: none, required, approved, changes, mine
        dependency, // on something that is open, and that the viewer may read
        created,
        updated,
        due,
        comments,
    };

    Of of = Of::label;
    bool negated = false;
    std::vector<std::int64_t> ids{};                               // it has one of these,
    bool none = false;                                             // or none at all
    std::vector<std::string> words{};                              // it is one of these
    std::int64_t least = std::numeric_limits<std::int64_t>::min(); // of times and numbers
    std::int64_t most = std::numeric_limits<std::int64_t>::max();  // the same
    access::Viewer viewer{};                                       // review:mine, dependencies, boards that can be seen
    std::vector<std::int64_t> teams{};                             // of the viewer

    // It names ids that are few among all, so that the search may begin with them.
    bool leads() const;
    // It looks at what no version of the repository's issues tells of: what is found is not kept.
    bool passing() const;
};

// ` AND (...)`
void add_condition(db::Composition& query, const IssueCondition&);

} // namespace cairn::issues
