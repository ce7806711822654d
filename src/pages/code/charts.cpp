#include "pages/code/charts.hpp"

#include <algorithm>
#include <utility>

#include "pages/safe_html.hpp"

namespace cairn::pages {

using contents::WeekOfWork;

namespace {

constexpr std::int64_t week_seconds = 7 * std::int64_t{86'400};
constexpr std::int64_t chart_width = 1'000;
constexpr std::int64_t chart_height = 160;
constexpr std::size_t fewest_bars = 26; // there is room for; the latest are on the right

std::int64_t share(std::int64_t part, std::int64_t whole, std::int64_t of)
{
    if (whole <= 0 || part <= 0) return 0;
    // What there is, is seen.
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(static_cast<double>(part) / static_cast<double>(whole) * static_cast<double>(of)));
}

void open_chart(HtmlWriter& out)
{
    out.open("svg",
             {{"class", "chart"},
              {"viewBox", "0 0 " + std::to_string(chart_width) + " " + std::to_string(chart_height)},
              {"preserveAspectRatio", "none"},
              {"aria-hidden", "true"}});
}

// A bar for the `i`th of `count`, in tenths of a unit so that they fill the width.
void bar(HtmlWriter& out, std::string_view kind, std::size_t i, std::size_t count, std::int64_t top,
         std::int64_t height)
{
    if (height <= 0) return;
    if (count < fewest_bars) i += fewest_bars - std::exchange(count, fewest_bars);
    const auto left = static_cast<std::int64_t>(i) * chart_width * 10 / static_cast<std::int64_t>(count);
    const auto right = static_cast<std::int64_t>(i + 1) * chart_width * 10 / static_cast<std::int64_t>(count);
    const auto in_tenths = [](std::int64_t value) {
        return std::to_string(value / 10) + "." + std::to_string(value % 10);
    };
    const auto width = std::max<std::int64_t>((right - left) * 8 / 10, 5);
    out.open("rect",
             {{"class", kind},
              {"x", in_tenths(left)},
              {"y", std::to_string(top)},
              {"width", in_tenths(width)},
              {"height", std::to_string(height)}});
    out.close("rect");
}

} // namespace

std::vector<WeekOfWork> chart_weeks(std::span<const WeekOfWork> weeks, std::size_t most)
{
    std::vector<WeekOfWork> all;
    if (weeks.empty() || most == 0) return all;
    const auto first = weeks.front().begin.seconds;
    const auto count = static_cast<std::size_t>((weeks.back().begin.seconds - first) / week_seconds) + 1;
    const auto together = (count + most - 1) / most;
    for (std::size_t i = 0; i < count; i += together)
        all.push_back({.begin = {first + static_cast<std::int64_t>(i) * week_seconds}});
    for (const auto& week : weeks) {
        const auto i = static_cast<std::size_t>((week.begin.seconds - first) / week_seconds) / together;
        if (i >= all.size()) continue;
        all[i].commits += week.commits;
        all[i].additions += week.additions;
        all[i].deletions += week.deletions;
    }
    return all;
}

Html commit_bars(std::span<const WeekOfWork> weeks, std::int64_t highest)
{
    if (highest == 0)
        for (const auto& week : weeks) highest = std::max(highest, week.commits);
    HtmlWriter out;
    open_chart(out);
    for (std::size_t i = 0; i < weeks.size(); ++i) {
        const auto height = share(weeks[i].commits, highest, chart_height);
        bar(out, "commits", i, weeks.size(), chart_height - height, height);
    }
    return out.close("svg").take();
}

Html line_bars(std::span<const WeekOfWork> weeks)
{
    std::int64_t highest = 0;
    for (const auto& week : weeks) highest = std::max({highest, week.additions, week.deletions});
    constexpr auto half = chart_height / 2;
    HtmlWriter out;
    open_chart(out);
    for (std::size_t i = 0; i < weeks.size(); ++i) {
        const auto up = share(weeks[i].additions, highest, half);
        bar(out, "came", i, weeks.size(), half - up, up);
        bar(out, "went", i, weeks.size(), half, share(weeks[i].deletions, highest, half));
    }
    out.open("path",
             {{"class", "middle"},
              {"d", "M0 " + std::to_string(half) + "h" + std::to_string(chart_width)},
              {"vector-effect", "non-scaling-stroke"}});
    return out.close("path").close("svg").take();
}

} // namespace cairn::pages
