// Files that people change in a browser: where they are, whether they can be changed as a text, and what a browser does
// to a text that has to be undone.
#pragma once

#include "contents/revision.hpp"

namespace cairn::contents {

struct BranchAndPath {
    std::string branch;
    std::string path;
    git::ObjectId commit; // zero: the repository is empty, and the branch is the one to be made
};

// A branch of any length with a path behind it, as one address has them.
// Errc::not_found.
Result<BranchAndPath> split_branch(const git::Repository&, const repositories::RepositoryContext&,
                                   std::string_view branch_and_path);

// Why a file cannot be changed as a text.
enum class NoText : std::uint8_t { none, binary, lfs, too_large, symlink };
BOOST_DESCRIBE_ENUM(NoText, none, binary, lfs, too_large, symlink)

struct EditableFile {
    std::string path;
    std::string sha;
    std::string text{}; // empty where it is no text to be changed
    std::int64_t size = 0;
    NoText no_text = NoText::none;
};
BOOST_DESCRIBE_STRUCT(EditableFile, (), (path, sha, text, size, no_text))

// Errc::not_found also for a folder and a submodule. `longest`: in bytes, of a text.
Result<EditableFile> find_editable(const git::Repository&, const BranchAndPath&, std::size_t longest);

// A text as a browser has sent it, with the line ends that the file had: those of lines at the beginning and the end
// that are as they were stay exactly so, new ones are like most of the file. Without a file they are line feeds.
std::string with_line_ends_of(std::string_view before, std::string_view sent);

// How far a step of indentation goes in a file, by the .editorconfig of the commit: "tab", a number of blanks, or
// empty where nothing is said.
std::string indentation_of(const git::Repository&, const BranchAndPath&);

} // namespace cairn::contents
