// The ways in which a pull request can be merged, in words.
#pragma once

#include "pulls/merge/merging.hpp"
#include "words/phrase.hpp"

namespace cairn::pages {

struct MergeWayRow {
    pulls::MergeStyle style;
    words::Phrase words;
    words::Phrase note;   // {count} commits, {base}
    words::Phrase button; // what will happen,
    words::Phrase later;  // when checks pass,
    words::Phrase anyway; // whatever the rule demands
    bool has_message;     // a commit is made that says something
};

std::span<const MergeWayRow> merge_ways();
const MergeWayRow& merge_way(pulls::MergeStyle);

} // namespace cairn::pages
