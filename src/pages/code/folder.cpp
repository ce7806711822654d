#include "pages/code/folder.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "cache/part_cache.hpp"
#include "contents/entry.hpp"
#include "contents/history.hpp"
#include "contents/submodule.hpp"
#include "db/database.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/shown_commit.hpp"

namespace cairn::pages {

using contents::Revision;
using git::TreeEntry;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t rows_of_a_page = 1000;

bool is_license(std::string_view name)
{
    const auto lower = text::to_lower(name);
    return lower.starts_with("license") || lower.starts_with("licence") || lower.starts_with("copying");
}

std::string joined(const std::string& folder, const std::string& name)
{
    return folder.empty() ? name : folder + "/" + name;
}

// The last changes of the rows: each commit is read once. False if one is not known.
bool add_changes(const api::Call& call, const RepositoryContext& place, const git::Repository& repository,
                 const Revision& revision, const std::string& folder, std::vector<FolderRow>& rows)
{
    // A history that cannot be read, or takes too long, is worth less than the list.
    const auto changes = contents::last_commits(call.site, place.repository, repository, revision.commit, folder);
    if (!changes) return false;
    const auto& all = **changes;
    struct Change {
        std::string subject;
        Time when;
    };
    std::map<git::ObjectId, Change> known;
    bool complete = true;
    for (auto& row : rows) {
        const auto change = all.find(row.name);
        complete = complete && change != all.end();
        if (change == all.end()) continue;
        auto found = known.find(change->second);
        if (found == known.end()) {
            const auto commit = git::read_commit(repository, change->second);
            if (!commit) continue;
            found = known.emplace(change->second, Change{subject_of(commit->message), commit->committer.when}).first;
        }
        row.subject = found->second.subject;
        row.changed_at = found->second.when;
        row.change_address = repository_address(place) + "/commit/" + change->second.hex();
    }
    return complete;
}

Paging paging_of(std::int64_t page) { return {.page = std::max<std::int64_t>(page, 1), .limit = rows_of_a_page}; }

struct MadeFolder {
    FolderPart part;
    bool complete = false; // all that there is to know of it is in it
};

Result<MadeFolder> make_folder(const api::Call& call, const RepositoryContext& place, const git::Repository& repository,
                               const Revision& revision, const std::string& path, const git::ObjectId& tree,
                               const Paging& paging)
{
    const auto entries = TRY(git::read_tree(repository, tree));
    FolderPart part{.count = std::ssize(entries)};
    if (!path.empty()) part.parent = code_address(place, "src", revision, folder_of(path));
    std::vector<const TreeEntry*> order;
    for (const auto& entry : entries) order.push_back(&entry);
    std::ranges::stable_partition(order, [](const auto* entry) { return entry->kind() != git::Kind::blob; });

    contents::EntryView view(call, place, repository, revision);
    const auto web = contents::Addresses(call.settings(), place).web;
    const auto end = std::min<std::int64_t>(paging.offset() + paging.limit, part.count);
    for (auto at = paging.offset(); at < end; ++at) {
        const auto& entry = *order[static_cast<std::size_t>(at)];
        FolderRow row{.kind = kind_of(entry), .name = entry.name};
        const auto below = joined(path, entry.name);
        row.address = code_address(place, "src", revision, below);
        if (row.kind == EntryKind::submodule) {
            row.commit = entry.id.hex();
            const auto shown = view.entry(below, {.content = false, .lfs = false, .commit = false});
            row.address = shown ? contents::submodule_page(shown->submodule_git_url.value_or(""), web) : "";
        }
        part.rows.push_back(std::move(row));
    }
    const bool complete = add_changes(call, place, repository, revision, path, part.rows);
    for (auto& row : part.rows) row.name = to_text(row.name);
    part.readme = find_readme(call, place, repository, revision, path, entries);
    if (path.empty())
        for (const auto& entry : entries) {
            if (!entry.is_file()) continue;
            if (part.license_address.empty() && is_license(entry.name))
                part.license_address = code_address(place, "src", revision, entry.name);
            if (text::iequals(entry.name, "SECURITY.md"))
                part.security_address = code_address(place, "src", revision, entry.name);
        }
    const bool unread = part.readme && part.readme->too_large;
    return MadeFolder{std::move(part), complete && !unread};
}

} // namespace

EntryKind kind_of(const TreeEntry& entry)
{
    if (entry.kind() == git::Kind::tree) return EntryKind::folder;
    if (entry.kind() == git::Kind::commit) return EntryKind::submodule;
    return entry.mode == git::mode_symlink ? EntryKind::link : EntryKind::file;
}

Result<std::shared_ptr<const FolderPart>> show_folder(const api::Call& call, const RepositoryContext& place,
                                                      const git::Repository& repository, const Revision& revision,
                                                      const std::string& path, const git::ObjectId& tree,
                                                      std::int64_t page)
{
    const auto paging = paging_of(page);
    const auto key = cache::part_key({place.repository.storage, repository_address(place), revision.in_address(),
                                      revision.commit.hex(), path, std::to_string(paging.page)});
    if (auto kept = cache::find_part<FolderPart>(call.db(), key)) return kept;
    auto made = TRY(make_folder(call, place, repository, revision, path, tree, paging));
    if (made.complete) return cache::keep_part(call.db(), key, std::move(made.part));
    return std::make_shared<const FolderPart>(std::move(made.part));
}

Pager folder_pager(const api::Call& call, const FolderPart& folder, std::int64_t page)
{
    return pager(call, paging_of(page), folder.count);
}

} // namespace cairn::pages
