// What is in a folder, with the last change of each, and its README.
#pragma once

#include "pages/code/readme.hpp"
#include "pages/pager.hpp"
#include "pages/shared_part.hpp"

namespace cairn::pages {

enum class EntryKind : std::uint8_t { folder, file, link, submodule };
BOOST_DESCRIBE_ENUM(EntryKind, folder, file, link, submodule)

struct FolderRow {
    EntryKind kind = EntryKind::file;
    std::string name;
    std::string address{};        // empty: nowhere to lead to
    std::string commit{};         // of a submodule
    std::string subject{};        // of the last commit that changed it; empty: not known
    std::string change_address{}; // its page
    Time changed_at{};
};
BOOST_DESCRIBE_STRUCT(FolderRow, (), (kind, name, address, commit, subject, change_address, changed_at))

struct FolderPart {
    std::vector<FolderRow> rows{}; // folders first
    std::int64_t count = 0;        // of all pages of them
    std::string parent{};          // the address of the folder above; empty: this is the root
    std::optional<ShownReadme> readme{};
    std::string license_address{}; // of files of the root with such names
    std::string security_address{};
};
BOOST_DESCRIBE_STRUCT(FolderPart, (), (rows, count, parent, readme, license_address, security_address))

// One page of it: `page` counts from 1.
Result<std::shared_ptr<const FolderPart>> show_folder(const api::Call&, const repositories::RepositoryContext&,
                                                      const git::Repository&, const contents::Revision&,
                                                      const std::string& path, const git::ObjectId& tree,
                                                      std::int64_t page);
Pager folder_pager(const api::Call&, const FolderPart&, std::int64_t page);

EntryKind kind_of(const git::TreeEntry&);

} // namespace cairn::pages
