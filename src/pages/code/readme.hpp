// The README of a folder, rendered.
#pragma once

#include "contents/revision.hpp"
#include "git/objects/objects.hpp"
#include "markup/outline.hpp"
#include "markup/safe_html.hpp"

namespace cairn::pages {

struct ShownReadme {
    std::string name;
    std::string path;
    std::string address;    // of the file
    Html rendered{};        // empty: it is plain text,
    std::string text{};     // this
    bool too_large = false; // and neither
    bool draws = false;     // has drawings
    bool colors = false;    // has code
    std::vector<markup::Heading> headings{};
};
BOOST_DESCRIBE_STRUCT(ShownReadme, (), (name, path, address, rendered, text, too_large, draws, colors, headings))

// Nothing where the folder has none. For the root, the folders .gitea, .github and docs are looked into as well.
std::optional<ShownReadme> find_readme(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                                       const contents::Revision&, const std::string& folder,
                                       std::span<const git::TreeEntry> entries);

// The address at which a file of a branch is changed: section is __delete, _new, _upload or _diffpatch.
std::string change_address(const repositories::RepositoryContext&, std::string_view section, const contents::Revision&,
                           std::string_view path);

// What links of a file in that folder count from.
markup::LinkContext links_from(const api::Call&, const repositories::RepositoryContext&, const contents::Revision&,
                               std::string_view folder);

// Of "docs/a.md", "docs"; of "a.md", "".
std::string folder_of(std::string_view path);

// Where a symbolic link in that folder leads to; nothing for one that leads out of the repository.
std::optional<std::string> link_target(std::string_view folder, std::string_view target);

} // namespace cairn::pages
