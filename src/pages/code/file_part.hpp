// A file as its page shows it: its lines, or what they mean, or what else is known of it.
#pragma once

#include "markup/outline.hpp"
#include "pages/code/code_lines.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/folder.hpp"

namespace cairn::pages {

enum class FileLook : std::uint8_t {
    lines,
    rendered,
    picture,
    pdf,
    drawing,
    empty,
    binary,   // nothing to show
    missing,  // a large file that is not here
    link,     // a symbolic link
    submodule // a commit of another repository
};
BOOST_DESCRIBE_ENUM(FileLook, lines, rendered, picture, pdf, drawing, empty, binary, missing, link, submodule)

struct FileQuery {
    std::string display;           // source: not rendered
    std::string lines;             // that are marked: 42-48
    std::string line;              // to go to, from the form
    bool all = false;              // also of a large file
    std::string wrap;              // on: long lines are broken
    std::string highlight;         // off: in one color
    std::int64_t page = 1;         // of a folder
    std::vector<std::string> tree; // folders that are open beside the file
};
BOOST_DESCRIBE_STRUCT(FileQuery, (), (display, lines, line, all, wrap, highlight, page, tree))
constexpr auto notes(const FileQuery*)
{
    return std::array{Note{"display", "source: the lines of a file that could be rendered"},
                      Note{"lines", "lines to mark: 42 or 42-48"},
                      Note{"line", "a line to go to"},
                      Note{"all", "true: all lines of a large file"},
                      Note{"wrap", "on: long lines are broken"},
                      Note{"highlight", "off: code has one color"},
                      Note{"page", "of a folder with very much in it"},
                      Note{"tree", "a folder that is open in the tree; any number of times"}};
}

struct FilePart {
    FileLook look = FileLook::lines;
    bool has_source = false; // what is shown can be shown as lines, too, or the other way around
    bool has_lines = false;  // it is text: there are raw lines to copy and to blame
    std::string language{};  // as people call it; empty: not known
    std::int64_t size = 0;   // in bytes
    std::int64_t lines = 0;  // 0: not counted
    bool large = false;      // it is kept beside git
    bool hidden_signs = false;
    bool draws = false; // modules that the page needs
    bool colors = false;
    std::string raw{}; // addresses
    std::string download{};
    std::string blame{};
    std::string source{};
    bool wraps = false;     // long lines
    bool wrap_said = false; // by the address, and not by who looks
    bool plain = false;     // in one color
    std::string wrapping{}; // the page with the other choice of these
    std::string coloring{};
    std::string rest{};   // all of it, where only the beginning is shown
    std::string chosen{}; // lines as the address names them: L42-L48
    std::string target{}; // what a link or a submodule leads to, as it says
    std::string target_address{};
    std::string target_commit{};
    std::string drawing{}; // its text
    Html rendered{};
    Stream<Html> code{};
    bool is_short = true; // that is made in no time
    std::vector<markup::Heading> headings{};
};
BOOST_DESCRIBE_STRUCT(FilePart, (),
                      (look, has_source, has_lines, language, size, lines, large, hidden_signs, draws, colors, raw,
                       download, blame, source, wraps, wrap_said, plain, wrapping, coloring, rest, chosen, target,
                       target_address, target_commit, drawing, rendered, code, is_short, headings))

Result<std::shared_ptr<const FilePart>> show_file(const api::Call&, const repositories::RepositoryContext&,
                                                  const git::Repository&, const contents::Revision&,
                                                  const std::string& path, const git::TreeEntry&, const FileQuery&);

} // namespace cairn::pages
