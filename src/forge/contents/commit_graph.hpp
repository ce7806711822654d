// A history as lines between commits: which lane each commit of a page is in, and which lanes lead on from it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/site.hpp"
#include "base/page.hpp"
#include "git/repository.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

// From a row to the next one.
struct GraphLine {
    std::size_t from = 0; // lanes, from 0
    std::size_t to = 0;

    bool operator==(const GraphLine&) const = default;
};

struct GraphRow {
    git::ObjectId commit;
    std::vector<git::ObjectId> parents;
    std::size_t lane = 0;
    std::vector<GraphLine> lines{}; // to the next row; of the last one, to where they would go on
};

struct Graph {
    std::vector<GraphRow> rows;
    std::vector<GraphLine> above; // that lead to the first row from a page before
    std::size_t lanes = 0;        // the most beside each other
    bool more = false;            // there are older commits
};

// Puts commits into lanes, one after the other: children come before their parents. A value.
class Lanes {
public:
    // More would be too narrow for anybody to read: they share the last.
    static constexpr std::size_t most = 30;

    // The row of the next commit; the lines that lead to it are complete now, and are in `above`.
    GraphRow add(const git::ObjectId& commit, const std::vector<git::ObjectId>& parents, std::vector<GraphLine>& above);
    // The lines that lead on from the last row.
    std::vector<GraphLine> lines() const;
    std::size_t width() const { return width_; }

private:
    struct Open {
        std::size_t from;
        std::size_t lane;
        git::ObjectId awaits;
    };
    std::size_t lane_for(const git::ObjectId&);

    std::vector<git::ObjectId> lanes_; // what each awaits; zero: free
    std::vector<Open> open_;           // the lines that lead on from the last row
    std::size_t width_ = 0;
};

// The page of what leads to these commits: tips of branches, at most a hundred of them. too_large beyond the twenty
// thousandth commit, because the lanes are drawn from the first one on, and when it takes too long.
Result<Graph> commit_graph(const api::Site&, const repositories::StoredRepository&, std::span<const git::ObjectId> tips,
                           const Paging&);

} // namespace cairn::contents
