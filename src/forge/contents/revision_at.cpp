#include "contents/revision_at.hpp"

#include <algorithm>

#include "git/references/references.hpp"

namespace cairn::contents {

namespace {

Result<Revision> revision_of(const git::Repository& repository, RefKind kind, std::string_view name)
{
    Revision revision{.kind = kind, .name = std::string(name), .given = std::string(name)};
    if (kind == RefKind::branch) revision.commit = TRY(git::find_branch(repository, name));
    else if (kind == RefKind::tag) revision.commit = TRY(git::find_tag(repository, name));
    else {
        revision.commit = TRY(repository.peel(TRY(repository.find_id(name)), git::Kind::commit));
        revision.name = revision.commit.hex();
    }
    return revision;
}

} // namespace

Result<RevisionAndPath> split_path_at(const git::Repository& repository, const repositories::RepositoryContext&,
                                      RefKind kind, std::string_view whole)
{
    constexpr int most_parts = 32; // of a name; each is a look at the disk
    std::size_t end = 0;
    for (int parts = 0; parts < most_parts && end < whole.size(); ++parts) {
        end = std::min(whole.find('/', parts == 0 ? 0 : end + 1), whole.size());
        auto found = revision_of(repository, kind, whole.substr(0, end));
        if (!found && found.error().code != Errc::not_found) return std::unexpected(std::move(found).error());
        if (!found && kind == RefKind::commit) return std::unexpected(std::move(found).error());
        if (!found) continue;
        const auto path = clean_path(whole.substr(std::min(end + 1, whole.size())));
        if (!path) return not_found(std::string(whole));
        return RevisionAndPath{std::move(*found), *path};
    }
    return not_found(std::string(whole));
}

} // namespace cairn::contents
