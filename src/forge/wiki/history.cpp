#include "wiki/history.hpp"

#include "contents/revision.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/walk.hpp"

namespace cairn::wiki {

using git::ObjectId;

Result<git::Commit> find_revision(const OpenedWiki& opened, std::string_view id)
{
    const auto wanted = ObjectId::parse(id);
    if (!wanted) return not_found("the revision");
    auto commit = git::read_commit(*opened.repository, *wanted);
    // What was pushed over is still in the store for a while, and no longer for anybody to read.
    if (!commit || !git::descends_from(*opened.repository, opened.commit, *wanted).value_or(false))
        return not_found("the revision");
    return commit;
}

Result<git::Commit> last_change(const OpenedWiki& opened, const std::string& file)
{
    const auto newest = TRY(git::walk(*opened.repository, {.from = opened.commit, .path = file, .limit = 1}));
    return git::read_commit(*opened.repository, newest.commits.empty() ? opened.commit : newest.commits.front());
}

Result<std::optional<ObjectId>> last_with(const OpenedWiki& opened, const PageName& name)
{
    // Anybody can ask for pages that never were.
    constexpr std::uint64_t most_steps = 2000;
    const auto removed = TRY(git::walk(
        *opened.repository, {.from = opened.commit, .path = name.file(), .limit = 1, .most_steps = most_steps}));
    if (removed.commits.empty()) return std::nullopt;
    for (const auto& parent : TRY(git::read_commit(*opened.repository, removed.commits.front())).parents)
        if (find_page(*opened.repository, TRY(opened.repository->peel(parent, git::Kind::tree)), name)) return parent;
    return std::nullopt;
}

bool has_file(const OpenedWiki& opened, std::string_view sent)
{
    const auto path = contents::clean_path(sent);
    const auto tree = opened.repository->peel(opened.commit, git::Kind::tree);
    if (!path || path->empty() || !tree) return false;
    const auto entry = git::find_entry(*opened.repository, *tree, *path);
    return entry && entry->kind() == git::Kind::blob;
}

} // namespace cairn::wiki
