// References, and the objects of annotated tags.
#include "git/references/references.hpp"
#include "contents/commit.hpp"
#include "contents/revision.hpp"
#include "contents/tables.hpp"
#include "db/database.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace {

struct GitObject {
    std::string type;
    std::string sha;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(GitObject, (), (type, sha, url))
constexpr auto notes(const GitObject*) { return std::array{Note{"", "What a reference leads to"}}; }

struct Reference {
    std::string ref;
    std::string url;
    std::optional<GitObject> object;
};
BOOST_DESCRIBE_STRUCT(Reference, (), (ref, url, object))
constexpr auto notes(const Reference*)
{
    return std::array{Note{"", "A reference"}, Note{"ref", "its whole name"},
                      Note{"object", "the tag's own object for an annotated tag"}};
}

struct AnnotatedTagObject {
    std::string type;
    std::string url;
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(AnnotatedTagObject, (), (type, url, sha))
constexpr auto notes(const AnnotatedTagObject*) { return std::array{Note{"", "What a tag was put on"}}; }

struct AnnotatedTag {
    std::string tag;
    std::string sha;
    std::string url;
    std::string message;
    std::optional<CommitUser> tagger;
    std::optional<AnnotatedTagObject> object;
    std::optional<PayloadCommitVerification> verification;
};
BOOST_DESCRIBE_STRUCT(AnnotatedTag, (), (tag, sha, url, message, tagger, object, verification))
constexpr auto notes(const AnnotatedTag*)
{
    return std::array{Note{"", "A tag with a message"}, Note{"tag", "its name"}, Note{"sha", "of its own object"}};
}

struct RefPath {
    std::string ref;
};
BOOST_DESCRIBE_STRUCT(RefPath, (), (ref))
constexpr auto notes(const RefPath*) { return std::array{Note{"ref", "how their names begin, after refs/"}}; }

struct TagPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(TagPath, (), (sha))
constexpr auto notes(const TagPath*) { return std::array{Note{"sha", "the name of the tag's own object"}}; }

std::string address_of(const Addresses& addresses, git::Kind kind, const ObjectId& id)
{
    switch (kind) {
    case git::Kind::commit: return addresses.commit(id);
    case git::Kind::tree: return addresses.tree(id);
    case git::Kind::blob: return addresses.api + "/git/blobs/" + id.hex();
    case git::Kind::tag: return addresses.api + "/git/tags/" + id.hex();
    }
    std::unreachable();
}

Result<std::vector<Reference>> list_below(const Call& call, const RepositoryContext& place, const std::string& prefix)
{
    const auto repository = TRY(open_repository(call, place));
    const Addresses addresses(call.settings(), place);
    std::vector<Reference> shown;
    for (const auto& reference : TRY(git::list_references(*repository, prefix))) {
        if (reference.name.starts_with("refs/remotes/")) continue;
        shown.push_back({.ref = reference.name,
                         .url = addresses.api + "/git/" + escape_path(reference.name),
                         .object = GitObject{.type = std::string(git::name_of(reference.kind)),
                                             .sha = reference.target.hex(),
                                             .url = address_of(addresses, reference.kind, reference.target)}});
    }
    if (shown.empty()) return not_found("such a reference");
    return shown;
}

Result<std::vector<Reference>> list(Call& call, const RepositoryContext& place)
{
    return list_below(call, place, "refs/");
}

Result<std::vector<Reference>> list_some(Call& call, const RepositoryContext& place, Path<RefPath> path)
{
    return list_below(call, place, "refs/" + path->ref);
}

Result<AnnotatedTag> get_tag(Call& call, const RepositoryContext& place, Path<TagPath> path)
{
    const auto repository = TRY(open_repository(call, place));
    const auto id = ObjectId::parse(path->sha);
    auto tag = id ? git::read_tag(*repository, *id) : Result<git::Tag>(not_found("the tag"));
    if (!tag && tag.error().code == Errc::not_found)
        return fail(Errc::bad_request, "there is no annotated tag " + path->sha);
    auto found = TRY(std::move(tag));
    auto verification = TRY(verify_tag(call, place.repository, *repository, *id, found));
    const auto tagger = found.tagger.value_or(git::Person{});
    const Addresses addresses(call.settings(), place);
    return AnnotatedTag{.tag = found.name,
                        .sha = id->hex(),
                        .url = address_of(addresses, git::Kind::tag, *id),
                        .message = std::move(found.message),
                        .tagger = show_person(tagger),
                        .object = AnnotatedTagObject{.type = std::string(git::name_of(found.target_kind)),
                                                     .url = address_of(addresses, found.target_kind, found.target),
                                                     .sha = found.target.hex()},
                        .verification = std::move(verification)};
}

// clang-format off
constexpr Operation reference_operations[] = {
    {GET, "/repos/{owner}/{repo}/git/refs",        scope::repository, reads_code, handle<list>,      200, "repoListAllGitRefs", "List all references"},
    {GET, "/repos/{owner}/{repo}/git/refs/{ref*}", scope::repository, reads_code, handle<list_some>, 200, "repoListGitRefs",    "List the references whose names begin alike"},
    {GET, "/repos/{owner}/{repo}/git/tags/{sha}",  scope::repository, reads_code, handle<get_tag>,   200, "GetAnnotatedTag",    "Show an annotated tag", {400}},
};
// clang-format on
static_assert(well_formed(reference_operations));

} // namespace

const Table reference_table{"repository", reference_operations};

} // namespace cairn::contents
