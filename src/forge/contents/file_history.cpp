#include "contents/file_history.hpp"

#include "contents/history.hpp"
#include "git/objects/diff.hpp"

namespace cairn::contents {

using git::ObjectId;

namespace {

constexpr int most_renames = 20;
// Beyond these a commit is not searched for a file that is only much the same.
constexpr std::uint64_t most_changes = 20'000;
constexpr std::size_t most_compared = 400;

} // namespace

Result<std::string> previous_path(const git::Repository& repository, const ObjectId& commit, const std::string& path)
{
    const auto plain = git::Diff::of_commit(repository, commit, {.most_files = most_changes});
    if (!plain && plain.error().code == Errc::too_large) return std::string();
    if (!plain) return std::unexpected(plain.error());
    const auto files = plain->files();
    const auto added = std::ranges::find(files, path, &git::FileChange::path);
    if (added == files.end() || added->change != git::Change::added) return std::string();
    std::size_t removed = 0;
    std::size_t new_files = 0;
    for (const auto& file : files) {
        if (file.change == git::Change::removed && file.before == added->after) return file.path;
        removed += file.change == git::Change::removed ? 1 : 0;
        new_files += file.change == git::Change::added ? 1 : 0;
    }
    if (removed == 0 || removed > most_compared || new_files > most_compared) return std::string();
    const auto similar = TRY(git::Diff::of_commit(repository, commit, {.renames = true})).files();
    const auto found = std::ranges::find(similar, path, &git::FileChange::path);
    return found != similar.end() && found->change == git::Change::renamed ? found->previous : std::string();
}

Result<FileHistory> file_history(const api::Site& site, const repositories::StoredRepository& stored,
                                 const git::Repository& repository, const ObjectId& commit, const std::string& path,
                                 const Paging& paging)
{
    FileHistory history;
    git::Walk part{.from = commit,
                   .path = path,
                   .skip = static_cast<std::uint64_t>(paging.offset()),
                   .limit = static_cast<std::uint64_t>(paging.limit)};
    // Under one name after the other: each begins where the one before was made.
    for (int renames = 0; renames <= most_renames; ++renames) {
        const auto page = TRY(git::walk(repository, part));
        for (const auto& id : page.commits) history.commits.push_back({id, part.path});
        history.cut = page.cut;
        history.more = page.more;
        if (page.more || page.cut) break;
        auto all = part.skip + page.commits.size();
        if (page.commits.empty()) all = static_cast<std::uint64_t>(TRY(count_commits(site, stored, repository, part)));
        if (all == 0) break;
        auto last = page.commits.empty() ? ObjectId{} : page.commits.back();
        if (last.is_zero()) {
            auto end = part;
            end.skip = all - 1;
            end.limit = 1;
            const auto found = TRY(git::walk(repository, end));
            if (found.commits.empty()) break;
            last = found.commits.front();
        }
        auto before = TRY(previous_path(repository, last, part.path));
        const auto parents = TRY(git::read_commit(repository, last)).parents;
        if (before.empty() || parents.empty()) break;
        part.limit -= page.commits.size();
        part.skip = part.skip > all ? part.skip - all : 0;
        part.from = parents.front();
        part.path = std::move(before);
        if (part.limit == 0) {
            history.more = true; // there is at least what the file was made from
            break;
        }
    }
    return history;
}

} // namespace cairn::contents
