#include "git/objects/each_object.hpp"

#include <git2.h>

#include <exception>

#include "git/libgit2.hpp"

namespace cairn::git {

namespace {

struct Looking {
    git_odb* odb;
    const std::function<int(const ObjectHead&)>& look;
    std::exception_ptr failure{}; // no exception may pass through the library
};

int look_at(const git_oid* id, void* payload)
{
    auto& looking = *static_cast<Looking*>(payload);
    std::size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (const auto code = git_odb_read_header(&size, &type, looking.odb, id); code < 0) return code;
    try {
        return looking.look({.odb = looking.odb, .id = id, .type = type, .size = size});
    } catch (...) {
        looking.failure = std::current_exception();
        return 1;
    }
}

} // namespace

Result<> for_each_object(const std::string& objects, const std::function<int(const ObjectHead&)>& look)
{
    git_odb* raw = nullptr;
    if (const auto code = git_odb_open(&raw, objects.c_str()); code < 0) return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    Looking looking{.odb = raw, .look = look};
    const auto code = git_odb_foreach(raw, &look_at, &looking);
    if (looking.failure) std::rethrow_exception(looking.failure);
    if (code < 0) return libgit2_error(code, "the repository");
    return {};
}

} // namespace cairn::git
