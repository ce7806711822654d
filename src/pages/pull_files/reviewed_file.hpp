// A changed file with the talk about it between its lines, and what a reader can do with it.
#pragma once

#include "pages/diff/diff_view.hpp"
#include "pages/pull_files/shown_thread.hpp"

namespace cairn::pages {

// Rows of a file, and the conversations about the last of them.
struct TalkPiece {
    Html html;
    std::vector<ShownThread> threads{};
};
BOOST_DESCRIBE_STRUCT(TalkPiece, (), (html, threads))

struct ReviewedFile {
    ShownFile shown;
    std::vector<ShownThread> above{}; // about the file, and about lines that have gone
    std::vector<ShownThread> below{}; // where there are no lines to show them at
    Stream<TalkPiece> rows{};
    std::string comment{}; // the address of the form for a remark, which wants a line; empty: the reader may not
    std::string edit{};
};
BOOST_DESCRIBE_STRUCT(ReviewedFile, (), (shown, above, below, rows, comment, edit))

// What it takes to show one after the other, when the call is over.
struct ReviewWork {
    std::shared_ptr<const Talk> talk;
    std::string comment{}; // the address of the form, with all but the file; empty: the reader may not
    std::string edit{};    // of the form that changes a file, up to its path; empty: the reader may not
    bool hides_resolved = false;
};

// The lines at which files have conversations, and how many there are.
DiffMarks marks_of(const Talk&, bool hides_resolved);

Stream<ReviewedFile> reviewed(Stream<ShownFile>, ReviewWork);

// Drafts whose lines have gone, and conversations about files that are not among those that are shown.
struct LostTalk {
    std::vector<ShownThread> drafts{};
    std::vector<ShownThread> others{};
};
// `whole`: all files of the pull request are shown; else only the first are told.
LostTalk lost_talk(const Talk&, const DiffView&, bool whole, bool hides_resolved);

} // namespace cairn::pages
