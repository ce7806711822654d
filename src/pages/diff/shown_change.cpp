#include "pages/diff/shown_change.hpp"

#include "git/objects/diff.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t most_lines = 3000;

ShownLine show_line(git::DiffLine line)
{
    // The end of a line is no part of what is read; a browser would make two lines of it.
    if (line.text.ends_with('\r')) line.text.pop_back();
    return {.kind = line.origin == '+' ? ChangedLine::add
                : line.origin == '-'   ? ChangedLine::del
                                       : ChangedLine::same,
            .old_number = line.old_number,
            .new_number = line.new_number,
            .text = std::move(line.text)};
}

} // namespace

ShownChange show_change(std::string_view before, std::string_view after)
{
    ShownChange shown;
    auto hunks = git::compare_texts(before, after);
    if (!hunks) {
        shown.too_large = true;
        return shown;
    }
    for (auto& hunk : *hunks) {
        if (shown.lines.size() < most_lines && hunk.old_start > 1)
            shown.lines.push_back(
                {.kind = ChangedLine::gap, .old_number = hunk.old_start, .new_number = hunk.new_start});
        for (auto& line : hunk.lines) {
            shown.additions += line.origin == '+' ? 1 : 0;
            shown.deletions += line.origin == '-' ? 1 : 0;
            if (shown.lines.size() < most_lines) shown.lines.push_back(show_line(std::move(line)));
            else shown.cut = true;
        }
    }
    return shown;
}

} // namespace cairn::pages
