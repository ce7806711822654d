#include "git/readable.hpp"

#include <git2.h>

#include "git/libgit2.hpp"

namespace cairn::git {

namespace {

struct Looking {
    git_odb* odb;
    git_repository* repository;
    ObjectId unreadable{};
};

constexpr int enough = 1;

int look_at(const git_oid* id, void* payload)
{
    auto& looking = *static_cast<Looking*>(payload);
    std::size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (const auto code = git_odb_read_header(&size, &type, looking.odb, id); code < 0) return code;
    if (type != GIT_OBJECT_COMMIT && type != GIT_OBJECT_TAG) return 0;
    git_object* raw = nullptr;
    if (git_object_lookup(&raw, looking.repository, id, type) < 0) {
        looking.unreadable = object_id(*id);
        return enough;
    }
    git_object_free(raw);
    return 0;
}

std::string last_words()
{
    const auto* last = git_error_last();
    return last != nullptr && last->message != nullptr ? last->message : "unknown";
}

} // namespace

Result<> check_readable(const Repository& repository, const std::string& objects)
{
    git_odb* raw = nullptr;
    if (const auto code = git_odb_open(&raw, objects.c_str()); code < 0) return libgit2_error(code, "the objects");
    const Owned<git_odb> odb(raw);
    Looking looking{.odb = raw, .repository = repository.raw()};
    const auto code = git_odb_foreach(raw, &look_at, &looking);
    if (!looking.unreadable.is_zero())
        return fail(Errc::unprocessable, looking.unreadable.hex() + " cannot be read: " + last_words());
    if (code < 0) return libgit2_error(code, "the objects");
    return {};
}

} // namespace cairn::git
