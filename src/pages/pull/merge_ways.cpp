#include "pages/pull/merge_ways.hpp"

#include <algorithm>

namespace cairn::pages {

using pulls::MergeStyle;
using words::Phrase;

namespace {

// clang-format off
constexpr MergeWayRow rows[] = {
    {MergeStyle::merge, Phrase("Merge commit"),
     Phrase("Keep the {count} commit, add one that joins it", "Keep the {count} commits, add one that joins them"),
     Phrase("Merge"), Phrase("Merge when checks pass"), Phrase("Create merge commit anyway"), true},
    {MergeStyle::squash, Phrase("Squash"),
     Phrase("One commit with all changes"),
     Phrase("Squash"), Phrase("Squash when checks pass"), Phrase("Squash anyway"), true},
    {MergeStyle::rebase, Phrase("Rebase"),
     Phrase("The {count} commit, put on top of {base}", "The {count} commits, put on top of {base}"),
     Phrase("Rebase"), Phrase("Rebase when checks pass"), Phrase("Rebase anyway"), false},
    {MergeStyle::rebase_merge, Phrase("Rebase, then merge commit"),
     Phrase("The {count} commit on top of {base}, and one that joins it", "The {count} commits on top of {base}, and one that joins them"),
     Phrase("Rebase and merge"), Phrase("Rebase and merge when checks pass"), Phrase("Rebase and merge anyway"), true},
    {MergeStyle::fast_forward_only, Phrase("Fast-forward"),
     Phrase("Move {base} to the head, without a new commit"),
     Phrase("Fast-forward"), Phrase("Fast-forward when checks pass"), Phrase("Fast-forward anyway"), false},
    {MergeStyle::manually_merged, Phrase("Merged by hand"),
     Phrase("It was merged elsewhere: say which commit did it"),
     Phrase("Mark as merged"), Phrase("Mark as merged"), Phrase("Mark as merged"), false},
};
// clang-format on

} // namespace

std::span<const MergeWayRow> merge_ways() { return rows; }

const MergeWayRow& merge_way(MergeStyle style) { return *std::ranges::find(rows, style, &MergeWayRow::style); }

} // namespace cairn::pages
