#include "git/objects/writing.hpp"

#include <git2.h>

#include <cstdint>
#include <utility>

#include "git/libgit2.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::git {

namespace {

Result<Owned<git_signature>> signature(const Person& person)
{
    // The library writes no more of it, and does not say so.
    if (!std::in_range<std::uint32_t>(person.when.seconds))
        return fail(Errc::unprocessable, "a date must be between 1970-01-01T00:00:00Z and 2106-02-07T06:28:15Z");
    git_signature* raw = nullptr;
    if (git_signature_new(&raw, person.name.c_str(), person.email.c_str(), person.when.seconds, person.offset) < 0)
        return fail(Errc::unprocessable, "\"" + person.name + " <" + person.email + ">\" cannot be an author in git");
    return Owned<git_signature>(raw);
}

Result<Owned<git_commit>> commit(const Repository& repository, const ObjectId& id)
{
    git_commit* raw = nullptr;
    if (const auto code = git_commit_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    return Owned<git_commit>(raw);
}

Result<ObjectId> write_object(const Repository& repository, std::string_view bytes, git_object_t type)
{
    git_odb* raw = nullptr;
    if (const auto code = git_repository_odb(&raw, repository.raw()); code < 0)
        return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    git_oid id;
    if (const auto code = git_odb_write(&id, raw, bytes.data(), bytes.size(), type); code < 0)
        return libgit2_error(code, "the object");
    return object_id(id);
}

} // namespace

Result<ObjectId> write_blob(const Repository& repository, std::string_view bytes)
{
    return write_object(repository, bytes, GIT_OBJECT_BLOB);
}

Result<std::string> commit_text(const Repository& repository, const NewCommit& wanted)
{
    const auto author = TRY(signature(wanted.author));
    const auto committer = TRY(signature(wanted.committer));
    git_tree* raw_tree = nullptr;
    if (const auto code = git_tree_lookup(&raw_tree, repository.raw(), oid(wanted.tree)); code < 0)
        return libgit2_error(code, "the tree " + wanted.tree.hex());
    const Owned<git_tree> tree(raw_tree);
    std::vector<Owned<git_commit>> parents;
    std::vector<const git_commit*> raw_parents;
    for (const auto& id : wanted.parents)
        raw_parents.push_back(parents.emplace_back(TRY(commit(repository, id))).get());
    git_buf buffer{};
    const auto code =
        git_commit_create_buffer(&buffer, repository.raw(), author.get(), committer.get(), nullptr,
                                 wanted.message.c_str(), raw_tree, raw_parents.size(), raw_parents.data());
    if (code < 0) return libgit2_error(code, "the commit");
    std::string text(buffer.ptr, buffer.size);
    git_buf_dispose(&buffer);
    return text;
}

Result<ObjectId> write_commit(const Repository& repository, const NewCommit& wanted)
{
    return write_object(repository, TRY(commit_text(repository, wanted)), GIT_OBJECT_COMMIT);
}

Result<ObjectId> write_signed_commit(const Repository& repository, const std::string& text,
                                     const std::string& signature)
{
    git_oid id;
    const auto code =
        git_commit_create_with_signature(&id, repository.raw(), text.c_str(), signature.c_str(), "gpgsig");
    if (code < 0) return libgit2_error(code, "the commit");
    return object_id(id);
}

Result<ObjectId> write_tag(const Repository& repository, const NewTag& wanted)
{
    if (!is_tag_name(wanted.name)) return fail(Errc::unprocessable, "\"" + wanted.name + "\" is not a tag name");
    const auto tagger = TRY(signature(wanted.tagger));
    git_object* raw = nullptr;
    if (const auto code = git_object_lookup(&raw, repository.raw(), oid(wanted.target), GIT_OBJECT_ANY); code < 0)
        return libgit2_error(code, "the object " + wanted.target.hex());
    const Owned<git_object> target(raw);
    git_oid id;
    const auto code = git_tag_annotation_create(&id, repository.raw(), wanted.name.c_str(), raw, tagger.get(),
                                                wanted.message.c_str());
    if (code < 0) return libgit2_error(code, "the tag");
    return object_id(id);
}

} // namespace cairn::git
