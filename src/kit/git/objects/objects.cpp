#include "git/objects/objects.hpp"

#include <git2.h>

#include "git/libgit2.hpp"

namespace cairn::git {

namespace {

Result<Owned<git_odb>> objects_of(const Repository& repository)
{
    git_odb* raw = nullptr;
    if (const auto code = git_repository_odb(&raw, repository.raw()); code < 0)
        return libgit2_error(code, "the repository");
    return Owned<git_odb>(raw);
}

Person person(const git_signature* signature)
{
    if (signature == nullptr) return {};
    return {.name = signature->name,
            .email = signature->email,
            .when = {signature->when.time},
            .offset = signature->when.offset};
}

std::string text_of(const char* text) { return text != nullptr ? text : std::string(); }

struct Buffer : git_buf {
    Buffer() : git_buf{} { }
    ~Buffer() { git_buf_dispose(this); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    std::string text() const { return {ptr, size}; }
};

} // namespace

Result<ObjectInfo> object_info(const Repository& repository, const ObjectId& id)
{
    const auto odb = TRY(objects_of(repository));
    std::size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (const auto code = git_odb_read_header(&size, &type, odb.get(), oid(id)); code < 0)
        return libgit2_error(code, "the object " + id.hex());
    return ObjectInfo{kind_of_type(type), size};
}

Result<RawObject> read_object(const Repository& repository, const ObjectId& id, std::uint64_t most)
{
    if (TRY(object_info(repository, id)).size > most)
        return fail(Errc::too_large, "the object " + id.hex() + " is too large");
    const auto odb = TRY(objects_of(repository));
    git_odb_object* raw = nullptr;
    if (const auto code = git_odb_read(&raw, odb.get(), oid(id)); code < 0)
        return libgit2_error(code, "the object " + id.hex());
    const Owned<git_odb_object> object(raw);
    return RawObject{kind_of_type(git_odb_object_type(raw)),
                     {static_cast<const char*>(git_odb_object_data(raw)), git_odb_object_size(raw)}};
}

Result<std::string> read_blob(const Repository& repository, const ObjectId& id, std::uint64_t most)
{
    auto object = TRY(read_object(repository, id, most));
    if (object.kind != Kind::blob) return not_found("the blob " + id.hex());
    return std::move(object.bytes);
}

Result<Commit> read_commit(const Repository& repository, const ObjectId& id)
{
    git_commit* raw = nullptr;
    if (const auto code = git_commit_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    const Owned<git_commit> owned(raw);
    Commit commit{.id = id,
                  .tree = object_id(*git_commit_tree_id(raw)),
                  .author = person(git_commit_author(raw)),
                  .committer = person(git_commit_committer(raw)),
                  .message = text_of(git_commit_message_raw(raw))};
    const auto parents = git_commit_parentcount(raw);
    commit.parents.reserve(parents);
    for (unsigned i = 0; i < parents; ++i) commit.parents.push_back(object_id(*git_commit_parent_id(raw, i)));
    return commit;
}

Result<std::optional<Signature>> commit_signature(const Repository& repository, const ObjectId& id)
{
    git_commit* raw = nullptr;
    if (const auto code = git_commit_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    const Owned<git_commit> commit(raw);
    // Most have none, which a look at what is read already tells.
    if (std::string_view(git_commit_raw_header(raw)).find("\ngpgsig ") == std::string_view::npos) return std::nullopt;
    Buffer signature;
    Buffer payload;
    git_oid copy = *oid(id);
    const auto code = git_commit_extract_signature(&signature, &payload, repository.raw(), &copy, nullptr);
    if (code == GIT_ENOTFOUND) return std::nullopt;
    if (code < 0) return libgit2_error(code, "the commit " + id.hex());
    return Signature{signature.text(), payload.text()};
}

Result<Tag> read_tag(const Repository& repository, const ObjectId& id)
{
    git_tag* raw = nullptr;
    if (const auto code = git_tag_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the tag " + id.hex());
    const Owned<git_tag> owned(raw);
    const auto* tagger = git_tag_tagger(raw);
    return Tag{.id = id,
               .name = text_of(git_tag_name(raw)),
               .target = object_id(*git_tag_target_id(raw)),
               .target_kind = kind_of_type(git_tag_target_type(raw)),
               .tagger = tagger != nullptr ? std::optional(person(tagger)) : std::nullopt,
               .message = text_of(git_tag_message(raw))};
}

} // namespace cairn::git
