// What changes on the page of an issue or a pull request while somebody looks at it, as server-sent events: that
// something has, and no more. The page asks for itself then, and shows what is new.
#include "accounts/sign_in/listening.hpp"
#include "issues/issue_guards.hpp"
#include "issues/timeline/thread_state.hpp"
#include "pages/issue/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::IssueContext;

namespace {

// Who may no longer read it hears that there is something, and is not shown it.
Result<Raw> listen(Call& call, const IssueContext& at)
{
    return accounts::listen(call, {{issues::thread_topic, at.issue.id}});
}

// clang-format off
constexpr Operation news_operations[] = {
    {GET, "/{owner}/{repo}/issues/{index}/news", scope::none, issues::reads_issue, handle<listen>, 200, "siteIssueNews", "Tell whether an issue has changed, as it changes"},
    {GET, "/{owner}/{repo}/pulls/{index}/news",  scope::none, issues::reads_issue, handle<listen>, 200, "sitePullNews",  "Tell whether a pull request has changed, as it changes"},
};
// clang-format on
static_assert(well_formed(news_operations));

} // namespace

const Table thread_news_table{"site", news_operations, Door::site};

} // namespace cairn::pages
