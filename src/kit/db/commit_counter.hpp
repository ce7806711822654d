// How often something is committed, told at /metrics: a group of writes is one commit.
#pragma once

#include "base/figures.hpp"

namespace cairn::db {

class CommitCounter {
public:
    // Labels that say of what, and by which engine.
    explicit CommitCounter(std::string_view labels)
        : commits_("cairn_database_commits_total", labels,
                   "Commits on the disk: of single writes, and of groups of them.")
    {
    }
    void count() { commits_.add(); }

private:
    Counter commits_;
};

} // namespace cairn::db
