#include "repositories/references/git_name.hpp"

#include "base/text.hpp"

namespace cairn::repositories {

GitName git_name(std::string_view segment)
{
    const auto cut = [&](std::string_view ending) {
        if (!text::to_lower(segment).ends_with(ending)) return false;
        segment.remove_suffix(ending.size());
        return true;
    };
    cut(".git");
    const bool wiki = cut(".wiki");
    return {std::string(segment), wiki};
}

} // namespace cairn::repositories
