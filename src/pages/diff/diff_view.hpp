// What lies between two trees, as a part of a page: the list of all files at once, then file by file while they are
// compared. Commits, comparisons and pull requests show it with {% include "diff/diff" with diff %}.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "api/call.hpp"
#include "contents/range_text.hpp"
#include "pages/diff/diff_query.hpp"
#include "pages/diff/diff_rows.hpp"
#include "pages/diff/look.hpp"
#include "pages/safe_html.hpp"
#include "pages/stream.hpp"

namespace cairn::pages {

struct DiffChoice {
    std::string words{};
    std::string address{};
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(DiffChoice, (), (words, address, current))

// A file of a difference, as it is sent.
struct ShownFile {
    std::string id; // of its section
    std::string path;
    std::string previous{}; // where it was renamed or copied
    std::string change{};   // added, modified, removed, renamed, copied, type_changed
    // What is there to see: text, binary, picture, large_file (kept by LFS), submodule, too_large, same, whitespace
    // (nothing else has changed), problem; "cut" is no file: what comes behind it is not sent.
    std::string what{};
    std::string mode_before{}; // where it has changed
    std::string mode_after{};
    std::string language{}; // for coloring
    bool generated = false;
    bool folded = false;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    std::string height{};      // class of the box: "", "m", "l", "xl"
    std::string view_before{}; // pages of the file
    std::string view_after{};
    std::string ask{};            // the page that opens an issue about it
    std::string picture_before{}; // addresses of the content
    std::string picture_after{};
    bool had_before = false; // there is an old side, and a new one,
    bool has_after = false;
    std::int64_t size_before = 0; // of so many bytes
    std::int64_t size_after = 0;
    std::string id_before{}; // of a submodule's commits
    std::string id_after{};
    std::string problem{};
    bool made_later = false; // the rows are not in memory: the files are compared once more while they are sent
    std::string content{};   // what it is known by that has seen it (content_of())
    bool seen = false;
    Look look = Look::lines;                // what its rows are, where there is text to see
    std::vector<DiffChoice> look_choices{}; // what they can be; empty: nothing else
    std::string look_problem{};             // why they are not what was asked for
    Stream<DiffPiece> rows{};
};
BOOST_DESCRIBE_STRUCT(ShownFile, (),
                      (id, path, previous, change, what, mode_before, mode_after, language, generated, folded,
                       additions, deletions, height, view_before, view_after, ask, picture_before, picture_after,
                       had_before, has_after, size_before, size_after, id_before, id_after, problem, made_later,
                       content, seen, look, look_choices, look_problem, rows))

struct ListedFile {
    std::string id;
    std::string name; // without the folder
    std::string change{};
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    std::string address{}; // where files are shown one at a time; empty: it is on this page
    bool current = false;
    bool seen = false;
    std::int64_t talk = 0; // conversations about it
};
BOOST_DESCRIBE_STRUCT(ListedFile, (), (id, name, change, additions, deletions, address, current, seen, talk))

struct ListedFolder {
    std::string path{}; // empty: the root
    std::vector<ListedFile> files{};
};
BOOST_DESCRIBE_STRUCT(ListedFolder, (), (path, files))

// One file at a time: which of them is shown, and the ways to its neighbors.
struct SingleFile {
    std::int64_t number = 0; // from 1
    std::string previous{};  // addresses; empty: there is none
    std::string next{};
};
BOOST_DESCRIBE_STRUCT(SingleFile, (), (number, previous, next))

// A value of the address that a form sends along.
struct DiffSetting {
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(DiffSetting, (), (name, value))

struct DiffView {
    std::int64_t count = 0; // files
    std::int64_t seen = 0;  // of them
    bool counted = false;   // lines are known before they are sent, because there are few
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    bool many = false; // so many files that the list is kept plain
    bool split = false;
    std::string unified_address{};
    std::string split_address{};
    std::vector<DiffChoice> whitespace{};
    bool wraps = true; // long lines
    DiffChoice wrapping{};
    DiffChoice one_at_a_time{};
    std::optional<SingleFile> single{};
    std::string path{};                  // what is looked for in the changed files
    std::string form{};                  // where that is asked,
    std::vector<DiffSetting> settings{}; // with these
    std::string narrowed{};              // the folder or the file that it is narrowed to
    std::string all_address{};           // without that
    std::string text_address{};          // as text; the page that shows it says so
    std::string problem{};               // why there is nothing
    std::vector<ListedFolder> folders{};
    Stream<ShownFile> files{};
};
BOOST_DESCRIBE_STRUCT(DiffView, (),
                      (count, seen, counted, additions, deletions, many, split, unified_address, split_address,
                       whitespace, wraps, wrapping, one_at_a_time, single, path, form, settings, narrowed, all_address,
                       text_address, problem, folders, files))

// What a reader has seen of a difference, and where there is talk about it. By the paths of files.
struct DiffMarks {
    std::set<std::string> seen{}; // contents
    std::map<std::string, LineStops> stops{};
    std::map<std::string, std::int64_t> talk{}; // conversations
};

// What a file as it is shown is known by, whatever its path: the id that it shall have; of one that is removed the one
// that it had, behind a "-".
std::string content_of(const git::FileChange&);

// Between what, and where its files are.
struct DiffSource {
    contents::SharedRepository repository; // sees the objects of both sides
    git::ObjectId before;                  // trees; zero: the empty one
    git::ObjectId after;
    std::string commit_before{}; // whole ids, for links to the files; empty: there is none
    std::string commit_after{};
    std::string place_before{}; // "/owner/name", as it stands in addresses
    std::string place_after{};
    std::string page{}; // that shows it; empty: the one that was asked for
    // Where an issue is opened with a link to a file in its text, up to that link's "#"; empty: the reader may not.
    std::string ask{};
    bool may_be_kept = false; // nothing is shown but what the objects and this say; then a short one is made once
    std::shared_ptr<const DiffMarks> marks{}; // null: none; with them nothing is kept
};

// What takes longest is done while it is sent. A difference that has too many files is a view with a problem.
Result<DiffView> show_diff(const api::Call&, const DiffSource&, const DiffQuery&);

} // namespace cairn::pages
