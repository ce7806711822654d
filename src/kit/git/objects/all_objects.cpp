#include "git/objects/all_objects.hpp"

#include <git2.h>

#include "git/libgit2.hpp"
#include "git/objects/each_object.hpp"

namespace cairn::git {

Result<> for_each_blob(const Repository& repository, std::uint64_t most_bytes,
                       const std::function<bool(std::string_view)>& look)
{
    // Not the handle's own objects, among whose places to look is the log of what was written
    // (git/objects/write_log.hpp).
    return for_each_object(repository.path() + "/objects", [&](const ObjectHead& head) {
        if (head.type != GIT_OBJECT_BLOB || head.size > most_bytes) return 0;
        git_odb_object* raw = nullptr;
        if (const auto code = git_odb_read(&raw, head.odb, head.id); code < 0) return code;
        const Owned<git_odb_object> object(raw);
        return look({static_cast<const char*>(git_odb_object_data(raw)), git_odb_object_size(raw)}) ? 0 : 1;
    });
}

} // namespace cairn::git
