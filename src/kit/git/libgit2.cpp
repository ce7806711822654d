#include "git/libgit2.hpp"

#include <fmt/format.h>
#include <git2.h>

#include <mutex>
#include <stdexcept>

#include "base/full_disk.hpp"
#include "base/log.hpp"

namespace cairn::git {

namespace {

// Parsed objects of all open repositories together; windows onto pack files likewise. They are what a busy server's
// memory would otherwise grow by.
constexpr ssize_t cached_objects = 16 << 20;
constexpr std::size_t mapped_windows = 256U << 20;
constexpr std::size_t window = 16U << 20;
constexpr std::size_t open_packs = 512;

struct Library {
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();

    Library()
    {
        if (git_libgit2_init() < 0) throw std::runtime_error("libgit2 could not be started");
        git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, cached_objects);
        git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, window);
        git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, mapped_windows);
        git_libgit2_opts(GIT_OPT_SET_MWINDOW_FILE_LIMIT, open_packs);
        // The names were checked when the objects came in; checking each at every read costs half of the reading.
        git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
        // The store is ours, whoever owns the volume that it is on.
        git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
        // What the account that runs the server has in its own configuration has no say.
        for (const auto level : {GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL})
            git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, static_cast<int>(level), "");
    }
};

} // namespace

// Never shut down: threads may still read while the process ends.
void need_library() { static_cast<void>(time_since_start()); }

std::chrono::nanoseconds time_since_start()
{
    static const Library library;
    return std::chrono::steady_clock::now() - library.started;
}

Result<Owned<git_patch>> lines_of_file(git_diff* diff, std::size_t file)
{
    git_patch* raw = nullptr;
    if (const auto code = git_patch_from_diff(&raw, diff, file); code < 0) return libgit2_error(code, "the difference");
    return Owned<git_patch>(raw);
}

Result<Owned<git_repository>> open_bare(const std::string& path)
{
    need_library();
    git_repository* raw = nullptr;
    if (const auto code = git_repository_open_bare(&raw, path.c_str()); code < 0)
        return libgit2_error(code, "the repository");
    Owned<git_repository> repository(raw);
    // The library has one switch for both: references look at it when their part is set up, here; objects whenever they
    // are written. Somebody who writes an object at this moment syncs it once more than needed.
    static std::mutex switching;
    const std::lock_guard lock(switching);
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
    git_refdb* references = nullptr;
    const auto code = git_repository_refdb(&references, raw);
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 0);
    git_refdb_free(references);
    if (code < 0) return libgit2_error(code, "the repository");
    return repository;
}

void Free::operator()(git_blob* p) const { git_blob_free(p); }
void Free::operator()(git_commit* p) const { git_commit_free(p); }
void Free::operator()(git_diff* p) const { git_diff_free(p); }
void Free::operator()(git_index* p) const { git_index_free(p); }
void Free::operator()(git_object* p) const { git_object_free(p); }
void Free::operator()(git_odb* p) const { git_odb_free(p); }
void Free::operator()(git_odb_object* p) const { git_odb_object_free(p); }
void Free::operator()(git_patch* p) const { git_patch_free(p); }
void Free::operator()(git_reference* p) const { git_reference_free(p); }
void Free::operator()(git_reference_iterator* p) const { git_reference_iterator_free(p); }
void Free::operator()(git_repository* p) const { git_repository_free(p); }
void Free::operator()(git_revwalk* p) const { git_revwalk_free(p); }
void Free::operator()(git_signature* p) const { git_signature_free(p); }
void Free::operator()(git_tag* p) const { git_tag_free(p); }
void Free::operator()(git_transaction* p) const { git_transaction_free(p); }
void Free::operator()(git_tree* p) const { git_tree_free(p); }
void Free::operator()(git_treebuilder* p) const { git_treebuilder_free(p); }

static_assert(sizeof(git_oid) == sizeof(ObjectId));

Result<Owned<git_tree>> find_tree(git_repository* repository, const ObjectId& id)
{
    git_tree* raw = nullptr;
    if (id.is_zero()) return Owned<git_tree>();
    if (const auto code = git_tree_lookup(&raw, repository, oid(id)); code < 0)
        return libgit2_error(code, "the tree " + id.hex());
    return Owned<git_tree>(raw);
}

ObjectId object_id(const git_oid& id)
{
    ObjectId copy;
    std::memcpy(copy.bytes.data(), id.id, copy.bytes.size());
    return copy;
}

const git_oid* oid(const ObjectId& id) { return reinterpret_cast<const git_oid*>(id.bytes.data()); }

Kind kind_of_type(int type)
{
    switch (type) {
    case GIT_OBJECT_TREE: return Kind::tree;
    case GIT_OBJECT_BLOB: return Kind::blob;
    case GIT_OBJECT_TAG: return Kind::tag;
    default: return Kind::commit;
    }
}

int type_of_kind(Kind kind)
{
    switch (kind) {
    case Kind::commit: return GIT_OBJECT_COMMIT;
    case Kind::tree: return GIT_OBJECT_TREE;
    case Kind::blob: return GIT_OBJECT_BLOB;
    case Kind::tag: return GIT_OBJECT_TAG;
    }
    return GIT_OBJECT_INVALID;
}

namespace {

// Somebody has written an object so that git lets it pass (git/receive/strictness.hpp) and libgit2 does not: a tree
// with a mode of more than 16 bits. The disk is not to blame.
bool is_badly_written(int code, const git_error* last)
{
    return code == GIT_ERROR && last != nullptr && (last->klass == GIT_ERROR_TREE || last->klass == GIT_ERROR_OBJECT);
}

} // namespace

std::unexpected<Error> libgit2_error(int code, std::string_view what)
{
    const auto* last = git_error_last();
    const std::string_view said = last != nullptr && last->message != nullptr ? last->message : "unknown";
    if (tells_of_full_disk(said)) {
        log::error("git failed", {{"what", what}, {"code", code}, {"error", said}});
        return fail(Errc::storage_full, std::string(no_room_words));
    }
    if (is_badly_written(code, last))
        return fail(Errc::unprocessable, fmt::format("{} cannot be read: {}", what, said));
    switch (code) {
    case GIT_ENOTFOUND: return not_found(what);
    case GIT_EAMBIGUOUS: return fail(Errc::not_found, std::string(what) + " is ambiguous");
    case GIT_EEXISTS: return fail(Errc::conflict, std::string(what) + " exists already");
    case GIT_EINVALIDSPEC: return fail(Errc::unprocessable, std::string(what) + " has no valid name");
    case GIT_EMODIFIED:
    case GIT_ELOCKED: return fail(Errc::conflict, std::string(what) + " was changed by somebody else meanwhile");
    default:
        log::error("git failed", {{"what", what}, {"code", code}, {"error", said}});
        return fail(Errc::unavailable, std::string(what) + " cannot be read: the repository is damaged");
    }
}

} // namespace cairn::git
