#include "wiki/page.hpp"

#include "base/encoding.hpp"
#include "git/objects/last_changes.hpp"
#include "git/objects/walk.hpp"

namespace cairn::wiki {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

constexpr std::uint64_t largest_page = 10 << 20; // others are shown without their content

Result<std::string> content_of(const git::Repository& repository, const git::TreeEntry& entry)
{
    auto bytes = git::read_blob(repository, entry.id, largest_page);
    if (bytes) return base64_encode(*bytes);
    if (bytes.error().code == Errc::too_large) return std::string();
    return bytes;
}

Result<std::string> frame(const git::Repository& repository, const ObjectId& tree, std::string_view title)
{
    const auto entry = find_page(repository, tree, PageName::of_title(title));
    if (!entry) return std::string();
    return content_of(repository, *entry);
}

// Dates of revisions are told in UTC, whatever clock they were read from.
CommitUser show_person(git::Person person)
{
    person.offset = 0;
    return contents::show_person(person);
}

} // namespace

WikiCommit show_revision(const git::Commit& commit)
{
    return {.sha = commit.id.hex(),
            .author = show_person(commit.author),
            .commiter = show_person(commit.committer),
            .message = commit.message};
}

WikiPageMetaData show_meta(const Call& call, const RepositoryContext& place, const PageName& name,
                           const git::Commit& last)
{
    return {.title = name.title(),
            .html_url = contents::Addresses(call.settings(), place).web + "/wiki/" + name.address(),
            .sub_url = name.address(),
            .last_commit = show_revision(last)};
}

Result<git::TreeEntry> find_page(const git::Repository& repository, const ObjectId& tree, const PageName& name)
{
    for (const auto& file : name.files()) {
        auto entry = git::find_entry(repository, tree, file);
        if (!entry || !entry->is_file() || !file.ends_with(".md")) continue;
        entry->name = file;
        return entry;
    }
    return not_found("the page");
}

Result<WikiPage> show_page(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                           const ObjectId& commit, const PageName& name)
{
    const auto tree = TRY(repository.peel(commit, git::Kind::tree));
    const auto entry = TRY(find_page(repository, tree, name));
    const git::Walk history{.from = commit, .path = entry.name, .limit = 1};
    const auto newest = TRY(git::walk(repository, history));
    const auto last = TRY(git::read_commit(repository, newest.commits.empty() ? commit : newest.commits.front()));
    auto meta = show_meta(call, place, name, last);
    return WikiPage{.title = std::move(meta.title),
                    .html_url = std::move(meta.html_url),
                    .sub_url = std::move(meta.sub_url),
                    .last_commit = std::move(meta.last_commit),
                    .content_base64 = TRY(content_of(repository, entry)),
                    .commit_count = static_cast<std::int64_t>(TRY(git::count_commits(repository, history))),
                    .sidebar = TRY(frame(repository, tree, "_Sidebar")),
                    .footer = TRY(frame(repository, tree, "_Footer"))};
}

Result<std::vector<ObjectId>> last_changes(const git::Repository& repository, const ObjectId& commit,
                                           std::span<const std::string> files)
{
    constexpr std::uint64_t most = 20'000;
    // Whose commit is not found among so many is told with the newest one.
    std::vector<ObjectId> last(files.size(), commit);
    if (files.empty()) return last;
    const auto changes = TRY(git::last_changes(repository, {.from = commit, .folder = "", .most_steps = most}));
    for (const auto& root : changes.folders)
        for (std::size_t i = 0; i < files.size(); ++i)
            if (const auto found = root.entries.find(files[i]); found != root.entries.end()) last[i] = found->second;
    return last;
}

} // namespace cairn::wiki
