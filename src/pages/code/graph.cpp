// The commits of a repository as lines that part and meet.
#include "contents/branch_change.hpp"
#include "contents/commit_graph.hpp"
#include "contents/revision.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/code/tables.hpp"
#include "pages/diff/diff_query.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

using namespace api;
using contents::GraphLine;
using enum Method;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

// In the units of the drawing, 16 to a rem. A row is as tall as its line of the list beside it.
constexpr std::int64_t row_height = 36;
constexpr std::int64_t lane_width = 14;
constexpr std::size_t lane_colors = 6;

struct GraphQuery : Paging {
    std::vector<std::string> branch;
};
BOOST_DESCRIBE_STRUCT(GraphQuery, (Paging), (branch))
constexpr auto notes(const GraphQuery*)
{
    return std::array{Note{"branch", "only what leads to these branches; without any, the latest fifty"}};
}

struct GraphBranch {
    std::string name;
    bool shown = false;
};
BOOST_DESCRIBE_STRUCT(GraphBranch, (), (name, shown))

struct GraphEntry {
    ShownCommit row;
    std::vector<std::string> branches{}; // that are at this commit
    std::int64_t parents = 0;
};
BOOST_DESCRIBE_STRUCT(GraphEntry, (), (row, branches, parents))

struct GraphView {
    RepositoryPlace place;
    std::vector<GraphBranch> branches{};
    Html drawing{};
    std::vector<GraphEntry> entries{};
    std::string newer{};
    std::string older{};
    bool too_far = false;
};
BOOST_DESCRIBE_STRUCT(GraphView, (), (place, branches, drawing, entries, newer, older, too_far))

std::string x_of(std::size_t lane) { return std::to_string((static_cast<std::int64_t>(lane) + 1) * lane_width); }
std::string y_of(std::int64_t row) { return std::to_string(row * row_height + row_height / 2); }
std::string color_of(std::size_t lane) { return "lane-" + std::to_string(lane % lane_colors); }

// From the middle of a row to that of the next.
void draw_line(HtmlWriter& out, const GraphLine& line, std::int64_t row)
{
    const auto from_x = x_of(line.from);
    const auto to_x = x_of(line.to);
    const auto from_y = y_of(row);
    const auto to_y = y_of(row + 1);
    const auto middle = std::to_string((row + 1) * row_height);
    const auto path = line.from == line.to ? "M" + from_x + " " + from_y + "V" + to_y
                                           : "M" + from_x + " " + from_y + "C" + from_x + " " + middle + " " + to_x
            + " " + middle + " " + to_x + " " + to_y;
    out.open("path", {{"class", color_of(std::max(line.from, line.to))}, {"d", path}}).close("path");
}

std::string in_rem(std::int64_t units)
{
    return std::to_string(units / 16) + "." + std::to_string(units % 16 * 625) + "rem";
}

Html draw(const contents::Graph& graph)
{
    const auto width = (static_cast<std::int64_t>(graph.lanes) + 1) * lane_width;
    const auto height = static_cast<std::int64_t>(graph.rows.size()) * row_height;
    HtmlWriter out;
    out.open("svg",
             {{"class", "graph-lines"},
              {"viewBox", "0 0 " + std::to_string(width) + " " + std::to_string(height)},
              {"width", in_rem(width)},
              {"height", in_rem(height)},
              {"aria-hidden", "true"}});
    for (const auto& line : graph.above) draw_line(out, line, -1);
    for (std::size_t i = 0; i < graph.rows.size(); ++i)
        for (const auto& line : graph.rows[i].lines) draw_line(out, line, static_cast<std::int64_t>(i));
    for (std::size_t i = 0; i < graph.rows.size(); ++i) {
        const auto& row = graph.rows[i];
        out.open("circle",
                 {{"class", color_of(row.lane)},
                  {"cx", x_of(row.lane)},
                  {"cy", y_of(static_cast<std::int64_t>(i))},
                  {"r", row.parents.size() > 1 ? "3" : "4"}});
        out.close("circle");
    }
    return out.close("svg").take();
}

Result<GraphView> show(Call& call, const RepositoryContext& place, Query<GraphQuery> query)
{
    GraphView view{.place = repository_place(call, place, RepositoryTab::code)};
    contents::ListBranches wanted;
    wanted.limit = 50;
    const auto found = contents::branches_of(call, place, wanted);
    std::vector<ObjectId> tips;
    std::map<std::string, std::vector<std::string>> at;
    for (const auto& branch : found.items) {
        const bool shown =
            query->branch.empty() || std::ranges::find(query->branch, branch.name) != query->branch.end();
        view.branches.push_back({branch.name, shown});
        at[branch.commit_id].push_back(branch.name);
        if (const auto id = ObjectId::parse(branch.commit_id); id && shown) tips.push_back(*id);
    }
    const auto graph = contents::commit_graph(call.site, place.repository, tips, query.value);
    if (!graph) {
        if (graph.error().code != Errc::too_large) return std::unexpected(graph.error());
        view.too_far = true;
        return view;
    }
    if (graph->rows.empty()) return view;
    view.drawing = draw(*graph);
    std::vector<ObjectId> ids;
    for (const auto& row : graph->rows) ids.push_back(row.commit);
    const auto repository = TRY(contents::open_repository(call, place));
    for (auto& row : TRY(show_commit_rows(call, place, *repository, ids))) {
        GraphEntry entry{.row = std::move(row)};
        entry.parents = static_cast<std::int64_t>(entry.row.commit.parents.size());
        if (const auto names = at.find(entry.row.commit.sha); names != at.end()) entry.branches = names->second;
        view.entries.push_back(std::move(entry));
    }
    const auto page = [&](std::int64_t number) {
        return with_parameter(call.request.target, "page", std::to_string(number));
    };
    if (query->page > 1) view.newer = page(query->page - 1);
    if (graph->more) view.older = page(query->page + 1);
    return view;
}

constexpr auto& graph_page = shows<show, "repository/graph", "repoGetAllCommits repoListBranches">;

// clang-format off
constexpr Operation graph_operations[] = {
    {GET, "/{owner}/{repo}/graph", scope::none, repositories::reads_code, graph_page, 200, "siteGraph", "Show the commits as a graph"},
};
// clang-format on
static_assert(well_formed(graph_operations));

} // namespace

const Table graph_table{"site", graph_operations, Door::site, refuse_page};

} // namespace cairn::pages
