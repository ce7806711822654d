// Issues of another server, with what was said about them.
#include <ranges>

#include "issues/issue.hpp"
#include "migrations/import_texts.hpp"

namespace cairn::migrations {

Result<> import_issues(const Import& import)
{
    const std::string path = "/issues?state=all&type=issues";
    const auto take = [&](const SourceIssue& issue) -> Result<> {
        if (issue.number < 1 || issues::find_issue(import.site.db, import.repository.id, issue.number)) return {};
        const auto texts = TRY(fetch_texts(import, issue));
        import.site.db.write([&](db::Transaction& tx) { insert_texts(tx, import, issue, texts); });
        return {};
    };
    // Lists there begin with the newest, and lists here go by the order in which they came: so from the last page to
    // the first.
    const auto first = TRY(import.source.page<SourceIssue>(path, 1));
    const auto size = static_cast<std::int64_t>(first.items.size());
    std::int64_t done = 0;
    for (auto number = size > 0 ? (first.total + size - 1) / size : 0; number >= 1; --number) {
        const auto page = TRY(import.source.page<SourceIssue>(path, number));
        for (const auto& issue : page.items | std::views::reverse) {
            TRY(take(issue));
            TRY(import.note("issues", ++done, first.total));
        }
    }
    if (first.total > 0 && TRY(import.source.page<SourceIssue>(path, 1)).total == first.total) return {};
    // What was opened meanwhile has moved others from a page that was still to be read to one that was read.
    return for_each_item<SourceIssue>(import, "issues", path, take);
}

} // namespace cairn::migrations
