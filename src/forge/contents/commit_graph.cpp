#include "contents/commit_graph.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "git/child/child.hpp"
#include "git/store/store.hpp"

namespace cairn::contents {

using git::ObjectId;

namespace {

constexpr std::int64_t most_commits = 20'000;
constexpr std::size_t most_tips = 100;

std::size_t shown(std::size_t lane) { return std::min(lane, Lanes::most - 1); }

void add_line(std::vector<GraphLine>& lines, GraphLine line)
{
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
}

} // namespace

std::size_t Lanes::lane_for(const ObjectId& id)
{
    auto found = std::ranges::find(lanes_, id);
    if (found == lanes_.end()) found = std::ranges::find(lanes_, ObjectId{});
    if (found == lanes_.end()) found = lanes_.insert(lanes_.end(), ObjectId{});
    *found = id;
    return static_cast<std::size_t>(found - lanes_.begin());
}

GraphRow Lanes::add(const ObjectId& commit, const std::vector<ObjectId>& parents, std::vector<GraphLine>& above)
{
    const auto lane = lane_for(commit);
    above.clear();
    for (const auto& line : open_) add_line(above, {shown(line.from), shown(line.awaits == commit ? lane : line.lane)});
    // All that have waited for it end here.
    for (auto& awaited : lanes_)
        if (awaited == commit) awaited = {};
    open_.clear();
    for (std::size_t i = 0; i < lanes_.size(); ++i)
        if (!lanes_[i].is_zero()) open_.push_back({i, i, lanes_[i]});
    bool first = true;
    for (const auto& parent : parents) {
        std::size_t to = 0;
        if (first && std::ranges::find(lanes_, parent) == lanes_.end()) {
            to = lane; // the first parent goes straight on
            lanes_[to] = parent;
        } else {
            to = lane_for(parent);
        }
        open_.push_back({lane, to, parent});
        first = false;
    }
    width_ = std::max(width_, shown(lanes_.size() - 1) + 1);
    while (!lanes_.empty() && lanes_.back().is_zero()) lanes_.pop_back();
    return {.commit = commit, .parents = parents, .lane = shown(lane)};
}

std::vector<GraphLine> Lanes::lines() const
{
    std::vector<GraphLine> all;
    for (const auto& line : open_) add_line(all, {shown(line.from), shown(line.lane)});
    return all;
}

Result<Graph> commit_graph(const api::Site& site, const repositories::StoredRepository& stored,
                           std::span<const ObjectId> tips, const Paging& paging)
{
    if (paging.offset() + paging.limit > most_commits)
        return fail(Errc::too_large, "a graph goes back " + std::to_string(most_commits) + " commits");
    Graph graph;
    if (tips.empty()) return graph;
    const auto path = site.get<git::Store>().path(stored.storage);
    git::Command command{.arguments = {"--git-dir=" + path, "rev-list", "--date-order", "--parents",
                                       "--max-count=" + std::to_string(paging.offset() + paging.limit + 1)},
                         .reads = {path},
                         .time_limit = std::chrono::seconds(10)};
    for (const auto& tip : tips.first(std::min(tips.size(), most_tips))) command.arguments.push_back(tip.hex());
    command.arguments.emplace_back("--");

    Lanes lanes;
    std::int64_t number = 0;
    const auto take = [&](std::string_view line) {
        std::vector<ObjectId> ids;
        for (const auto word : text::split(line, ' '))
            if (const auto id = ObjectId::parse(word)) ids.push_back(*id);
        if (ids.empty()) return;
        graph.more = number == paging.offset() + paging.limit;
        if (graph.more) return;
        std::vector<GraphLine> above;
        auto row = lanes.add(ids.front(), {ids.begin() + 1, ids.end()}, above);
        if (number++ < paging.offset()) return;
        if (graph.rows.empty()) graph.above = std::move(above);
        else graph.rows.back().lines = std::move(above);
        graph.rows.push_back(std::move(row));
    };
    std::string rest;
    auto child = TRY(site.get<git::Children>().start(command));
    const auto status = child.run(nullptr, {.output = [&](std::string_view bytes) {
                                      rest += bytes;
                                      std::size_t begin = 0;
                                      for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n', begin)) {
                                          take(std::string_view(rest).substr(begin, end - begin));
                                          begin = end + 1;
                                      }
                                      rest.erase(0, begin);
                                  }});
    if (!status) return fail(Errc::too_large, "this history takes too long to go through");
    if (*status != 0) return fail(Errc::unavailable, "the repository cannot be read");
    if (!graph.rows.empty()) graph.rows.back().lines = lanes.lines();
    graph.lanes = lanes.width();
    return graph;
}

} // namespace cairn::contents
