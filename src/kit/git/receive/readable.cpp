#include "git/receive/readable.hpp"

#include <git2.h>

#include "git/libgit2.hpp"
#include "git/objects/each_object.hpp"

namespace cairn::git {

namespace {

std::string last_words()
{
    const auto* last = git_error_last();
    return last != nullptr && last->message != nullptr ? last->message : "unknown";
}

} // namespace

Result<> check_readable(const Repository& repository, const std::string& objects, std::uint64_t largest)
{
    std::string unreadable;
    TRY(for_each_object(objects, [&](const ObjectHead& head) {
        if (head.type != GIT_OBJECT_COMMIT && head.type != GIT_OBJECT_TAG) return 0;
        if (head.size > largest) {
            unreadable = object_id(*head.id).hex() + " is larger than the commits and tags that this site takes";
            return 1;
        }
        git_object* raw = nullptr;
        const auto code = git_object_lookup(&raw, repository.raw(), head.id, static_cast<git_object_t>(head.type));
        const Owned<git_object> object(raw);
        if (code >= 0) return 0;
        unreadable = object_id(*head.id).hex() + " cannot be read: " + last_words();
        return 1;
    }));
    if (!unreadable.empty()) return fail(Errc::unprocessable, std::move(unreadable));
    return {};
}

} // namespace cairn::git
