// Blobs and trees by their names.
#include "base/encoding.hpp"
#include "contents/entry.hpp"
#include "contents/pointer.hpp"
#include "contents/tables.hpp"
#include "git/references/references.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace {

constexpr std::int64_t most_entries = 1000; // of a tree, on one page

struct GitBlobResponse {
    std::optional<std::string> content;
    std::optional<std::string> encoding;
    std::string url;
    std::string sha;
    std::int64_t size = 0;
    std::string lfs_oid;
    std::int64_t lfs_size = 0;
};
BOOST_DESCRIBE_STRUCT(GitBlobResponse, (), (content, encoding, url, sha, size, lfs_oid, lfs_size))
constexpr auto notes(const GitBlobResponse*)
{
    return std::array{
        Note{"", "The bytes of a file"},
        Note{"content", "null where there are more than 10 MiB"},
        Note{"encoding", "base64 where there is a content"},
        Note{.member = "lfs_oid", .doc = "of a pointer to a large file: which one", .omit_empty = true},
        Note{.member = "lfs_size", .doc = "and its size", .omit_empty = true},
    };
}

struct GitEntry {
    std::string path;
    std::string mode;
    std::string type;
    std::int64_t size = 0;
    std::string sha;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(GitEntry, (), (path, mode, type, size, sha, url))
constexpr auto notes(const GitEntry*)
{
    return std::array{
        Note{"", "An entry of a tree"},      Note{"path", "from the root of the tree that was asked for"},
        Note{"mode", "six octal digits"},    Note{"type", "blob, tree or commit"},
        Note{"size", "of a blob, in bytes"}, Note{"url", "empty for a submodule"},
    };
}

struct GitTreeResponse {
    std::string sha;
    std::string url;
    std::optional<std::vector<GitEntry>> tree;
    bool truncated = false;
    std::int64_t page = 1;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(GitTreeResponse, (), (sha, url, tree, truncated, page, total_count))
constexpr auto notes(const GitTreeResponse*)
{
    return std::array{
        Note{"", "What is in a tree"},
        Note{"tree", "null beyond the last page"},
        Note{"truncated", "there are more pages"},
        Note{"total_count", "how many entries there are in all"},
    };
}

struct BlobPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(BlobPath, (), (sha))
constexpr auto notes(const BlobPath*) { return std::array{Note{"sha", "the whole name of the object"}}; }

struct TreePath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(TreePath, (), (sha))
constexpr auto notes(const TreePath*) { return std::array{Note{"sha", "a tree, a commit, a branch or a tag"}}; }

struct TreeQuery {
    bool recursive = false;
    std::int64_t page = 1;
    std::int64_t per_page = most_entries;
};
BOOST_DESCRIBE_STRUCT(TreeQuery, (), (recursive, page, per_page))
constexpr auto notes(const TreeQuery*)
{
    return std::array{
        Note{"recursive", "also what is in folders"},
        Note{"page", "which page, counted from 1"},
        Note{"per_page", "how many entries a page has; at most, and without it, 1000"},
    };
}

std::unexpected<Error> no_object(std::string_view name)
{
    return fail(Errc::bad_request, "there is no object " + std::string(name));
}

Result<GitBlobResponse> get_blob(Call& call, const RepositoryContext& place, Path<BlobPath> path)
{
    const auto repository = TRY(open_repository(call, place));
    const auto id = ObjectId::parse(path->sha);
    if (!id) return no_object(path->sha);
    const auto info = git::object_info(*repository, *id);
    if (!info) return no_object(path->sha);
    GitBlobResponse shown{.url = Addresses(call.settings(), place).api + "/git/blobs/" + id->hex(),
                          .sha = id->hex(),
                          .size = static_cast<std::int64_t>(info->size)};
    if (info->size > largest_shown) return shown;
    const auto object = TRY(git::read_object(*repository, *id, largest_shown));
    shown.encoding = "base64";
    shown.content = base64_encode(object.bytes);
    if (auto pointer = read_pointer(object.bytes)) {
        shown.lfs_oid = std::move(pointer->oid);
        shown.lfs_size = pointer->size;
    }
    return shown;
}

Result<ObjectId> find_tree(const git::Repository& repository, const std::string& name)
{
    const auto is_missing = [](const auto& found) { return !found && found.error().code == Errc::not_found; };
    const auto whole = ObjectId::parse(name);
    auto id = whole ? Result<ObjectId>(*whole) : git::find_commit(repository, name);
    if (is_missing(id)) return no_object(name);
    auto tree = repository.peel(TRY(std::move(id)), git::Kind::tree);
    if (is_missing(tree)) return no_object(name);
    return tree;
}

std::string six_digits(std::uint32_t mode)
{
    std::string digits(6, '0');
    for (auto at = digits.rbegin(); at != digits.rend(); ++at, mode >>= 3) *at = static_cast<char>('0' + (mode & 7));
    return digits;
}

Result<GitEntry> show(const git::Repository& repository, const Addresses& addresses, const git::TreeEntry& entry)
{
    const auto kind = entry.kind();
    GitEntry shown{.path = entry.name,
                   .mode = six_digits(entry.mode),
                   .type = std::string(git::name_of(kind)),
                   .sha = entry.id.hex()};
    if (kind == git::Kind::tree) shown.url = addresses.tree(entry.id);
    if (kind == git::Kind::blob) {
        shown.url = addresses.api + "/git/blobs/" + shown.sha;
        shown.size = static_cast<std::int64_t>(TRY(git::object_info(repository, entry.id)).size);
    }
    return shown;
}

Result<GitTreeResponse> get_tree(Call& call, const RepositoryContext& place, Path<TreePath> path,
                                 Query<TreeQuery> query)
{
    const auto repository = TRY(open_repository(call, place));
    const auto tree = TRY(find_tree(*repository, path->sha));
    const auto per_page = query->per_page <= 0 ? most_entries : std::min(query->per_page, most_entries);
    const auto page = std::clamp<std::int64_t>(query->page, 1, 1'000'000'000);
    const auto skip = static_cast<std::uint64_t>((page - 1) * per_page);
    const auto limit = static_cast<std::uint64_t>(per_page);
    const auto listing = query->recursive ? TRY(git::list_tree(*repository, tree, skip, limit))
                                          : TRY(git::read_tree_page(*repository, tree, skip, limit));
    const Addresses addresses(call.settings(), place);
    GitTreeResponse shown{.sha = tree.hex(),
                          .url = addresses.tree(tree),
                          .truncated = skip + listing.entries.size() < listing.total && !listing.entries.empty(),
                          .page = page,
                          .total_count = static_cast<std::int64_t>(listing.total)};
    if (!listing.entries.empty()) shown.tree.emplace();
    for (const auto& entry : listing.entries) shown.tree->push_back(TRY(show(*repository, addresses, entry)));
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(listing.total));
    return shown;
}

// clang-format off
constexpr Operation blob_operations[] = {
    {GET, "/repos/{owner}/{repo}/git/blobs/{sha}",  scope::repository, reads_code, handle<get_blob>, 200, "GetBlob", "Show a blob", {400}},
    {GET, "/repos/{owner}/{repo}/git/trees/{sha*}", scope::repository, reads_code, handle<get_tree>, 200, "GetTree", "List what is in a tree", {400, 422}},
};
// clang-format on
static_assert(well_formed(blob_operations));

} // namespace

const Table blob_table{"repository", blob_operations};

} // namespace cairn::contents
