#include "pulls/stack.hpp"

#include <algorithm>

#include "db/composition.hpp"

namespace cairn::pulls {

using db::bound;

namespace {

constexpr std::size_t most_below = 10;
constexpr std::size_t most_above = 20;

// Those from these branches of the repository, or to them.
std::vector<StackedPull> find(db::Queries& db, std::int64_t repository_id, db::Composition::Piece column,
                              const std::vector<std::string>& branches)
{
    db::Composition query("SELECT p.issue_id, i.number, i.title, i.draft, p.head_branch, p.base_branch"
                          " FROM pull_request p JOIN issue i ON i.id = p.issue_id WHERE p.repository_id = ");
    query << bound(repository_id) << " AND p.head_repository_id = " << bound(repository_id)
          << " AND NOT p.by_push AND NOT i.closed AND " << column << " IN " << bound(branches)
          << " ORDER BY p.issue_id LIMIT 20";
    return db.all<StackedPull>(query);
}

bool has(const std::vector<StackedPull>& stack, const StackedPull& one)
{
    return std::ranges::find(stack, one.issue_id, &StackedPull::issue_id) != stack.end();
}

} // namespace

std::vector<StackedPull> stack_of(db::Queries& db, const StoredIssue& issue, const StoredPull& pull)
{
    if (issue.closed) return {};
    std::vector<StackedPull> stack{{.issue_id = issue.id,
                                    .number = issue.number,
                                    .title = issue.title,
                                    .draft = issue.draft,
                                    .head_branch = pull.head_branch,
                                    .base_branch = pull.base_branch}};
    // Two that lead to each other's branches are no reason to go on forever.
    while (stack.size() <= most_below) {
        auto below = find(db, pull.repository_id, "p.head_branch", {stack.front().base_branch});
        if (below.empty() || has(stack, below.front())) break;
        stack.insert(stack.begin(), std::move(below.front()));
    }
    if (pull.head_repository_id == pull.repository_id && !pull.by_push) {
        std::vector<std::string> heads{pull.head_branch};
        const auto most = stack.size() + most_above;
        while (!heads.empty() && stack.size() < most) {
            auto above = find(db, pull.repository_id, "p.base_branch", heads);
            heads.clear();
            for (auto& one : above) {
                if (has(stack, one) || stack.size() >= most) continue;
                heads.push_back(one.head_branch);
                stack.push_back(std::move(one));
            }
        }
    }
    return stack.size() > 1 ? stack : std::vector<StackedPull>{};
}

} // namespace cairn::pulls
