// Moving an issue to another repository, which is asked for first.
#include "issues/moving.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/issue_view.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::IssueContext;
using issues::MoveIssueOption;
using words::Phrase;

namespace {

const Notice issue_moved{"issue-moved", Phrase("The issue is moved. Its old address leads here.")};

struct MoveView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    std::vector<std::string> places{}; // that are offered; others can be written
    Form<MoveIssueOption> form;
};
BOOST_DESCRIBE_STRUCT(MoveView, (), (head, place, thread, places, form))

Result<MoveView> show(Call& call, const IssueContext& at, Form<MoveIssueOption> form)
{
    if (at.issue.is_pull) return not_found("the page");
    return MoveView{.head = {.values = {{"index", std::to_string(at.issue.number)}}},
                    .place = repository_place(call, at.place, RepositoryTab::issues),
                    .thread = thread_head(call, at, {}),
                    .places = issues::places_to_move_to(call, at.place),
                    .form = std::move(form)};
}

Result<Done> move(Call& call, const IssueContext& at, Body<MoveIssueOption> form)
{
    const auto moved = TRY(pages::at("repository", issues::move_issue(call, at, form.value)));
    return done(issue_address(moved.place, moved.issue), issue_moved);
}

constexpr auto& move_page = shows<show, "issue/move", "issueGetIssue">;

// clang-format off
constexpr Operation move_operations[] = {
    {GET,  "/{owner}/{repo}/issues/{index}/move", scope::none, writes_live_issue, move_page,             200, "siteMoveIssue",  "Ask where to move an issue"},
    {POST, "/{owner}/{repo}/issues/{index}/move", scope::none, writes_live_issue, does<move, move_page>, 303, "siteIssueMoved", "Move an issue to another repository"},
};
// clang-format on
static_assert(well_formed(move_operations));

} // namespace

const Table move_issue_table{"site", move_operations, Door::site, refuse_page};

} // namespace cairn::pages
