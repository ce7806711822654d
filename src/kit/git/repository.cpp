#include "git/repository.hpp"

#include <git2.h>
#include <git2/sys/repository.h>

#include "git/libgit2.hpp"
#include "git/objects/write_log.hpp"

namespace cairn::git {

std::string_view name_of(Kind kind)
{
    switch (kind) {
    case Kind::commit: return "commit";
    case Kind::tree: return "tree";
    case Kind::blob: return "blob";
    case Kind::tag: return "tag";
    }
    return {};
}

void Repository::Close::operator()(git_repository* raw) const { git_repository_free(raw); }

Repository::Repository(git_repository* raw, std::string path)
    : written_(std::make_unique<WriteLog>()), raw_(raw), path_(std::move(path))
{
}
Repository::Repository(Repository&&) noexcept = default;
Repository& Repository::operator=(Repository&&) noexcept = default;
Repository::~Repository() = default;

Result<Repository> Repository::open(const std::string& path)
{
    auto opened = TRY(open_bare(path));
    Repository repository(opened.release(), path);
    // Not left to the library's git_repository_odb, which leaks what it began when it fails: somebody deletes the
    // repository meanwhile.
    git_odb* raw = nullptr;
    if (const auto code = git_odb_open(&raw, (path + "/objects").c_str()); code < 0)
        return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    if (const auto code = git_repository_set_odb(repository.raw(), raw); code < 0)
        return libgit2_error(code, "the repository");
    repository.written_->attach(*raw);
    return repository;
}

void Repository::sync_written() const { written_->sync(path_ + "/objects"); }

Result<> Repository::also_look_in(const std::string& objects)
{
    git_odb* raw = nullptr;
    if (const auto code = git_repository_odb(&raw, raw_.get()); code < 0) return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    if (const auto code = git_odb_add_disk_alternate(raw, objects.c_str()); code < 0)
        return libgit2_error(code, "what was pushed");
    return {};
}

Result<Kind> Repository::kind_of(const ObjectId& id) const
{
    git_odb* raw = nullptr;
    if (const auto code = git_repository_odb(&raw, raw_.get()); code < 0) return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    std::size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (const auto code = git_odb_read_header(&size, &type, raw, oid(id)); code < 0)
        return libgit2_error(code, "the object " + id.hex());
    return kind_of_type(type);
}

bool Repository::contains(const ObjectId& id) const { return kind_of(id).has_value(); }

Result<ObjectId> Repository::find_id(std::string_view digits) const
{
    if (const auto id = ObjectId::parse(digits)) {
        static_cast<void>(TRY(kind_of(*id)));
        return *id;
    }
    constexpr std::size_t fewest = 4;
    git_oid prefix;
    if (digits.size() < fewest || digits.size() > ObjectId::hex_size
        || git_oid_fromstrn(&prefix, digits.data(), digits.size()) != 0)
        return not_found("the object " + std::string(digits.substr(0, ObjectId::hex_size)));
    git_odb* raw = nullptr;
    if (const auto code = git_repository_odb(&raw, raw_.get()); code < 0) return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    git_oid whole;
    if (const auto code = git_odb_exists_prefix(&whole, raw, &prefix, digits.size()); code < 0)
        return libgit2_error(code, "the object " + std::string(digits));
    return object_id(whole);
}

Result<ObjectId> Repository::peel(const ObjectId& id, Kind kind) const
{
    git_object* raw = nullptr;
    if (const auto code = git_object_lookup(&raw, raw_.get(), oid(id), GIT_OBJECT_ANY); code < 0)
        return libgit2_error(code, "the object " + id.hex());
    const Owned<git_object> object(raw);
    // Without reading the folder, which may be a large one.
    if (kind == Kind::tree && git_object_type(raw) == GIT_OBJECT_COMMIT)
        return object_id(*git_commit_tree_id(reinterpret_cast<const git_commit*>(raw))); // NOLINT(*-reinterpret-cast)
    git_object* peeled = nullptr;
    const auto code = git_object_peel(&peeled, raw, static_cast<git_object_t>(type_of_kind(kind)));
    if (code == GIT_EPEEL || code == GIT_EINVALIDSPEC) return not_found("the " + std::string(name_of(kind)));
    if (code < 0) return libgit2_error(code, "the object " + id.hex());
    const Owned<git_object> found(peeled);
    return object_id(*git_object_id(peeled));
}

} // namespace cairn::git
