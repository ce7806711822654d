#include "contents/ref_path.hpp"

#include "git/references/references.hpp"

namespace cairn::contents {

using repositories::RepositoryContext;

Result<RevisionAndPath> split_path_at(const git::Repository& repository, const RepositoryContext& place, RefKind kind,
                                      std::string_view whole)
{
    auto slash = whole.find('/');
    const auto first = whole.substr(0, slash);
    const auto rest = [&] { return slash == whole.npos ? std::string() : std::string(whole.substr(slash + 1)); };
    if (kind == RefKind::commit) {
        const auto id = git::ObjectId::parse(first);
        if (!id || id->hex() != first) return not_found(first);
        if (const auto found = repository.kind_of(*id); !found || *found != git::Kind::commit) return not_found(first);
        return RevisionAndPath{{.kind = kind, .name = std::string(first), .given = std::string(first), .commit = *id},
                               rest()};
    }
    if (kind == RefKind::branch && first == "HEAD")
        return RevisionAndPath{TRY(find_revision(repository, place, {})), rest()};
    if (!git::may_begin_reference(repository, first)) return not_found(whole);
    // No reference's name goes on with another's, so that the first that there is, is meant.
    constexpr int most_parts = 32; // of a name; each is a look at the disk
    for (int parts = 0; parts < most_parts; ++parts) {
        const auto name = std::string(whole.substr(0, slash));
        const auto commit =
            kind == RefKind::branch ? git::find_branch(repository, name) : git::find_tag(repository, name);
        if (commit) return RevisionAndPath{{.kind = kind, .name = name, .given = name, .commit = *commit}, rest()};
        if (slash == whole.npos) break;
        slash = whole.find('/', slash + 1);
    }
    return not_found(whole);
}

} // namespace cairn::contents
