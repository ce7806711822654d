#include "wiki/page.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/encoding.hpp"
#include "git/objects/walk.hpp"
#include "http/url.hpp"

namespace cairn::wiki {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

constexpr std::uint64_t largest_page = 10 << 20; // others are shown without their content

using Files = std::unordered_map<std::string, ObjectId>;

Result<Files> files_of(const git::Repository& repository, const ObjectId& commit)
{
    Files files;
    for (auto& entry : TRY(git::read_tree(repository, TRY(repository.peel(commit, git::Kind::tree)))))
        files.emplace(std::move(entry.name), entry.id);
    return files;
}

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
    auto file = name.file();
    auto entry = git::find_entry(repository, tree, file);
    if (!entry) {
        const auto plain = http::decode_path_segment(file);
        if (plain && *plain != file) entry = git::find_entry(repository, tree, *plain);
        if (entry) file = *plain;
    }
    if (!entry || !entry->is_file() || !file.ends_with(".md")) return not_found("the page");
    entry->name = file;
    return entry;
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
    constexpr std::uint64_t at_once = 500;
    constexpr std::uint64_t most = 20'000;
    // Whose commit is not found among so many is told with the newest one.
    std::vector<ObjectId> last(files.size(), commit);
    std::vector<std::size_t> open(files.size());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
    const auto wanted = TRY(files_of(repository, commit));
    git::Walk history{.from = commit, .limit = at_once};
    for (bool more = true; more && !open.empty() && history.skip < most; history.skip += at_once) {
        const auto page = TRY(git::walk(repository, history));
        more = page.more;
        for (const auto& id : page.commits) {
            if (open.empty()) break;
            const auto here = TRY(files_of(repository, id));
            std::vector<Files> before;
            for (const auto& parent : TRY(git::read_commit(repository, id)).parents)
                before.push_back(TRY(files_of(repository, parent)));
            std::erase_if(open, [&](std::size_t i) {
                const auto is_as_wanted = [&](const Files& there) {
                    const auto found = there.find(files[i]);
                    return found != there.end() && found->second == wanted.at(files[i]);
                };
                if (!is_as_wanted(here) || std::ranges::any_of(before, is_as_wanted)) return false;
                last[i] = id;
                return true;
            });
        }
    }
    return last;
}

} // namespace cairn::wiki
