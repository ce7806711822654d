#include "git/objects/distances.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>

#include "base/deadline.hpp"
#include "git/objects/commit_graph_file.hpp"

namespace cairn::git {

namespace {

using Position = CommitGraphFile::Position;
using Sides = std::uint64_t; // who has a commit in their history: bit 0 is the base, the others are the commits
constexpr std::size_t most_at_once = 63;

class Sweep {
public:
    Sweep(const CommitGraphFile& graph, std::span<const Position> commits, Position base)
        : graph_(graph), all_(commits.size() == most_at_once ? ~Sides{0} : (Sides{2} << commits.size()) - 1),
          distances_(commits.size())
    {
        reach(base, 1);
        for (std::size_t i = 0; i < commits.size(); ++i) reach(commits[i], Sides{2} << i);
    }

    // Nothing for a damaged index, and when it takes too long.
    std::optional<std::vector<Distance>> run()
    {
        std::vector<Position> parents;
        // Behind a commit that everybody has, everybody has everything.
        while (apart_ > 0) {
            const auto [generation, commit] = waiting_.top();
            waiting_.pop();
            const auto found = sides_.find(commit);
            const auto sides = found->second;
            sides_.erase(found);
            if (sides != all_) --apart_;
            count(sides);
            if (generation == 0 || !graph_.parents(commit, parents) || !Deadline::is_ahead()) return {};
            for (const auto parent : parents) {
                if (graph_.generation(parent) >= generation) return {};
                reach(parent, sides);
            }
        }
        flush();
        return std::move(distances_);
    }

private:
    void reach(Position commit, Sides from)
    {
        const auto [at, added] = sides_.try_emplace(commit, 0);
        const bool was_apart = !added && at->second != all_;
        at->second |= from;
        const bool is_apart = at->second != all_;
        if (added) waiting_.emplace(graph_.generation(commit), commit);
        if (is_apart != was_apart) apart_ += is_apart ? 1 : -1;
    }

    // Most commits stand as the one before them.
    void count(Sides sides)
    {
        if (sides != run_) flush();
        run_ = sides;
        ++run_length_;
    }
    void flush()
    {
        const bool in_base = (run_ & 1U) != 0;
        for (std::size_t i = 0; i < distances_.size(); ++i) {
            const bool has = (run_ >> (i + 1) & 1U) != 0;
            if (has && !in_base) distances_[i].ahead += run_length_;
            if (!has && in_base) distances_[i].behind += run_length_;
        }
        run_length_ = 0;
    }

    const CommitGraphFile& graph_;
    const Sides all_;
    std::unordered_map<Position, Sides> sides_;                       // of those that wait
    std::priority_queue<std::pair<std::uint32_t, Position>> waiting_; // children before their parents
    std::int64_t apart_ = 0;                                          // how many wait that not everybody has
    Sides run_ = 0;
    std::uint64_t run_length_ = 0;
    std::vector<Distance> distances_;
};

} // namespace

std::vector<std::optional<Distance>> indexed_distances(const Repository& repository, std::span<const ObjectId> commits,
                                                       const ObjectId& base)
{
    std::vector<std::optional<Distance>> all(commits.size());
    const auto graph = CommitGraphFile::open(repository.path());
    const auto from = graph ? graph->find(base) : std::nullopt;
    if (!from) return all;
    for (std::size_t begin = 0; begin < commits.size(); begin += most_at_once) {
        std::vector<Position> places;
        std::vector<std::size_t> numbers;
        for (auto i = begin; i < std::min(commits.size(), begin + most_at_once); ++i)
            if (const auto place = graph->find(commits[i])) {
                places.push_back(*place);
                numbers.push_back(i);
            }
        const auto counted = Sweep(*graph, places, *from).run();
        for (std::size_t i = 0; counted && i < numbers.size(); ++i) all[numbers[i]] = (*counted)[i];
    }
    return all;
}

} // namespace cairn::git
