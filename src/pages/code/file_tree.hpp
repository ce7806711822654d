// The tree beside a file: the folders on the way to it, open, with what is in them.
#pragma once

#include "pages/code/folder.hpp"

namespace cairn::pages {

struct TreeRow {
    EntryKind kind = EntryKind::file;
    std::string name;
    std::string address;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(TreeRow, (), (kind, name, address, current))

// A folder that is open: what is before the next one that is open, that one, and what is behind it.
struct TreeLevel {
    std::vector<TreeRow> before{};
    std::optional<TreeRow> open{}; // not there: this is the last level, and all is in `before`
    std::vector<TreeRow> after{};
    std::string more{}; // the address of the folder, where it has too much to show all
};
BOOST_DESCRIBE_STRUCT(TreeLevel, (), (before, open, after, more))

struct FileTree {
    std::vector<TreeLevel> levels{};  // the root first
    std::vector<TreeLevel> closing{}; // the same, the root last
};
BOOST_DESCRIBE_STRUCT(FileTree, (), (levels, closing))

// What cannot be read is left out.
FileTree file_tree(const repositories::RepositoryContext&, const git::Repository&, const contents::Revision&,
                   const std::string& path, std::string_view section = "src");

} // namespace cairn::pages
