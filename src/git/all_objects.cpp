#include "git/all_objects.hpp"

#include <git2.h>

#include <exception>

#include "git/libgit2.hpp"

namespace cairn::git {

namespace {

struct Looking {
    git_odb* odb;
    std::uint64_t most_bytes;
    const std::function<bool(std::string_view)>& look;
    std::exception_ptr failure{}; // no exception may pass through the library
};

constexpr int enough = 1;

int look_at(const git_oid* id, void* payload)
{
    auto& looking = *static_cast<Looking*>(payload);
    std::size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    // What cannot be read is nothing to look at; whoever decides by what is missing must know.
    if (const auto code = git_odb_read_header(&size, &type, looking.odb, id); code < 0) return code;
    if (type != GIT_OBJECT_BLOB || size > looking.most_bytes) return 0;
    git_odb_object* raw = nullptr;
    if (const auto code = git_odb_read(&raw, looking.odb, id); code < 0) return code;
    const Owned<git_odb_object> object(raw);
    try {
        const std::string_view content(static_cast<const char*>(git_odb_object_data(raw)), git_odb_object_size(raw));
        return looking.look(content) ? 0 : enough;
    } catch (...) {
        looking.failure = std::current_exception();
        return enough;
    }
}

} // namespace

Result<> for_each_blob(const Repository& repository, std::uint64_t most_bytes,
                       const std::function<bool(std::string_view)>& look)
{
    // Not the handle's own, among whose places to look is the log of what was written (git/write_log.hpp).
    git_odb* raw = nullptr;
    if (const auto code = git_odb_open(&raw, (repository.path() + "/objects").c_str()); code < 0)
        return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    Looking looking{.odb = raw, .most_bytes = most_bytes, .look = look};
    const auto code = git_odb_foreach(raw, &look_at, &looking);
    if (looking.failure) std::rethrow_exception(looking.failure);
    if (code < 0) return libgit2_error(code, "the repository");
    return {};
}

} // namespace cairn::git
