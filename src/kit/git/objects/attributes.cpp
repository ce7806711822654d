#include "git/objects/attributes.hpp"

#include <git2.h>

#include "git/libgit2.hpp"

namespace cairn::git {

Result<std::vector<std::optional<std::string>>> Attributes::of(const std::string& path)
{
    git_attr_options options = GIT_ATTR_OPTIONS_INIT;
    // Nothing but what is in the commit: neither the server's own configuration nor a working copy counts.
    options.flags = GIT_ATTR_CHECK_NO_SYSTEM | GIT_ATTR_CHECK_INDEX_ONLY | GIT_ATTR_CHECK_INCLUDE_COMMIT;
    options.attr_commit_id = *oid(commit_);
    std::vector<const char*> values(names_.size());
    const auto code =
        git_attr_get_many_ext(values.data(), repository_.raw(), &options, path.c_str(), names_.size(), names_.data());
    if (code < 0) return libgit2_error(code, "the attributes of " + path);
    std::vector<std::optional<std::string>> found;
    for (const char* value : values) switch (git_attr_value(value)) {
        case GIT_ATTR_VALUE_TRUE: found.emplace_back("true"); break;
        case GIT_ATTR_VALUE_FALSE: found.emplace_back("false"); break;
        case GIT_ATTR_VALUE_STRING: found.emplace_back(value); break;
        default: found.emplace_back(); break;
        }
    return found;
}

} // namespace cairn::git
