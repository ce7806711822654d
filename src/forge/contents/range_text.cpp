#include "contents/range_text.hpp"

#include "contents/either.hpp"
#include "git/limits.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/walk.hpp"

namespace cairn::contents {

using git::ObjectId;

namespace {

constexpr std::uint64_t most_commits = 2000;

} // namespace

Result<std::string> diff_text(const git::Repository& repository, const ObjectId& base, const ObjectId& head,
                              bool binaries)
{
    const auto before = TRY(repository.peel(base, git::Kind::tree));
    const auto after = TRY(repository.peel(head, git::Kind::tree));
    return TRY(git::Diff::between(repository, before, after, {.renames = true, .binaries = binaries}))
        .text(git::limits().diff_size);
}

Result<std::string> patch_text(const git::Repository& repository, const ObjectId& base, const ObjectId& head)
{
    auto commits = TRY(git::walk(repository, {.from = head, .without = {base}, .limit = most_commits})).commits;
    std::erase_if(commits, [&](const ObjectId& id) {
        const auto commit = git::read_commit(repository, id);
        return !commit || commit->parents.size() > 1;
    });
    std::string text;
    for (std::size_t i = 0; i < commits.size(); ++i) {
        text += TRY(git::mail_patch(repository, commits[commits.size() - 1 - i], git::limits().diff_size - text.size(),
                                    i + 1, commits.size()));
        if (text.size() >= git::limits().diff_size) return fail(Errc::too_large, "the patch is too large to be shown");
    }
    return text;
}

} // namespace cairn::contents
