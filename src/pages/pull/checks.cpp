// What builds and checks say about the head of a pull request.
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull/shown_checks.hpp"
#include "pages/pull/tables.hpp"
#include "pages/pull_place/pull_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::PullContext;

namespace {

struct PullChecksView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    std::string head_sha{};
    std::vector<ShownCheck> checks{};
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    std::int64_t running = 0;
};
BOOST_DESCRIBE_STRUCT(PullChecksView, (), (head, place, pull, head_sha, checks, passed, failed, running))

Result<PullChecksView> show(Call& call, const PullContext& found)
{
    const auto at = current_pull(call, found);
    auto checks = shown_checks(call, at);
    return PullChecksView{.head = {.values = {{"index", std::to_string(at.issue.number)}, {"ref", at.pull.head_sha}}},
                          .place = repository_place(call, at.place, RepositoryTab::pulls),
                          .pull = pull_place(call, at, PullTab::checks),
                          .head_sha = at.pull.head_sha,
                          .checks = std::move(checks.all),
                          .passed = checks.passed,
                          .failed = checks.failed,
                          .running = checks.running};
}

constexpr auto& checks_page = shows<show, "pull/checks", "repoListStatusesByRef repoGetCombinedStatusByRef">;

// clang-format off
constexpr Operation checks_operations[] = {
    {GET, "/{owner}/{repo}/pulls/{index}/checks", scope::none, reads_pull_page, checks_page, 200, "sitePullChecks", "Show the checks of a pull request"},
};
// clang-format on
static_assert(well_formed(checks_operations));

} // namespace

const Table pull_checks_table{"site", checks_operations, Door::site, refuse_page};

} // namespace cairn::pages
