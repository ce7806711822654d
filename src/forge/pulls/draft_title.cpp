#include "pulls/draft_title.hpp"

#include "base/text.hpp"
#include "issues/issue.hpp"

namespace cairn::pulls {

std::string ready_title(std::string_view title)
{
    title = text::trim(title);
    while (issues::is_work_in_progress(title)) title = text::trim(title.substr(title.front() == '[' ? 5 : 4));
    return std::string(title);
}

std::string draft_title(std::string_view title)
{
    return issues::is_work_in_progress(title) ? std::string(title) : "WIP: " + std::string(text::trim(title));
}

} // namespace cairn::pulls
