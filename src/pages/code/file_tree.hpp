// The tree beside a file: the folders on the way to it, open, with what is in them, and those that the reader has
// opened.
#pragma once

#include "pages/code/folder.hpp"

namespace cairn::pages {

enum class TreeWhat : std::uint8_t {
    row,    // a file, or a folder that is closed
    opened, // a folder: what is in it comes behind this,
    closed, // up to here
    more,   // the folder has too much to show all
};
BOOST_DESCRIBE_ENUM(TreeWhat, row, opened, closed, more)

struct TreePart {
    TreeWhat what = TreeWhat::row;
    EntryKind kind = EntryKind::file;
    std::string name{};
    std::string path{}; // of a folder
    std::string address{};
    std::string opens{}; // the same page, with this folder open
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(TreePart, (), (what, kind, name, path, address, opens, current))

struct FileTree {
    std::vector<TreePart> parts{};
};
BOOST_DESCRIBE_STRUCT(FileTree, (), (parts))

// `target`: of the page that was asked for; `opened`: folders that it names and that shall be open. What cannot be read
// is left out.
struct TreeWish {
    std::string path;
    std::string section = "src";
    std::string target;
    std::vector<std::string> opened{};
};
std::shared_ptr<const FileTree> file_tree(db::Database&, const repositories::RepositoryContext&, const git::Repository&,
                                          const contents::Revision&, const TreeWish&);

} // namespace cairn::pages
