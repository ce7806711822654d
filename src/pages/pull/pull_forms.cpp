// Changing what a pull request says about itself: its title, where it goes to, who may push to its branch, and who is
// asked to review it.
#include "base/text.hpp"
#include "contents/branch_change.hpp"
#include "db/database.hpp"
#include "pages/issue/choose_page.hpp"
#include "pages/page.hpp"
#include "pages/pull/conversation.hpp"
#include "pages/pull/tables.hpp"
#include "pulls/editing.hpp"
#include "pulls/review/review_requests.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::PullContext;
using words::Phrase;

namespace {

const Notice pull_saved{"pull-saved", Phrase("Saved.")};

struct EditPullForm {
    std::string title;
    std::string base;
};
BOOST_DESCRIBE_STRUCT(EditPullForm, (), (title, base))
constexpr auto notes(const EditPullForm*)
{
    return std::array{Note{.member = "title", .doc = "what it is about", .required = true},
                      Note{"base", "the branch that it shall go to"}};
}

struct EditPullView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    bool may_retarget = false;
    std::vector<std::string> branches{};
    Form<EditPullForm> form;
};
BOOST_DESCRIBE_STRUCT(EditPullView, (), (head, place, pull, may_retarget, branches, form))

Result<EditPullView> show_edit(Call& call, const PullContext& found, Form<EditPullForm> form)
{
    const auto at = current_pull(call, found);
    if (!thread_rights(call, at).may_edit) return fail(Errc::forbidden, "you may not change this pull request");
    EditPullView view{.place = repository_place(call, at.place, RepositoryTab::pulls),
                      .pull = pull_place(call, at, PullTab::none),
                      .may_retarget = !at.issue.closed,
                      .form = std::move(form)};
    contents::ListBranches wanted;
    wanted.limit = 50;
    for (auto& branch : contents::branches_of(call, at.place, wanted).items)
        if (branch.name != at.pull.head_branch || at.pull.head_repository_id != at.pull.repository_id)
            view.branches.push_back(std::move(branch.name));
    view.form.begin_with({.title = at.issue.title, .base = at.pull.base_branch});
    return view;
}

Result<Done> edit(Call& call, const PullContext& at, Body<EditPullForm> form)
{
    if (text::trim(form->title).empty())
        return pages::at<Done>("title", fail(Errc::unprocessable, "say in a few words what it is about"));
    pulls::EditPullRequestOption option;
    option.title = form->title;
    const auto base = std::string(text::trim(form->base));
    if (!base.empty() && base != at.pull.base_branch) option.base = base;
    auto changed = pulls::edit_pull(call, at, option);
    if (!changed && option.base) return pages::at<Done>("base", std::unexpected(changed.error()));
    TRY(changed);
    return done(pull_address(at), pull_saved);
}

struct AllowForm {
    bool allow = false;
};
BOOST_DESCRIBE_STRUCT(AllowForm, (), (allow))

Result<Done> allow_maintainers(Call& call, const PullContext& at, Body<AllowForm> form)
{
    pulls::EditPullRequestOption option;
    option.allow_maintainer_edit = form->allow;
    TRY(pulls::edit_pull(call, at, option));
    return done(pull_address(at), pull_saved);
}

Result<ChooseView> show_reviewers(Call& call, const PullContext& at, Query<ChooseQuery> query, Form<FactForm> form)
{
    TRY(pulls::check_may_choose(call, at));
    auto view = choose_view(call, at, "reviewers", Phrase("Reviewers"), query->q,
                            reviewer_choices(call, at, query->q, choices_on_page), std::move(form));
    view.menu.action = pull_address(at) + "/reviewers";
    view.takes_others = true;
    return view;
}

// People by their names, and teams behind a mark.
pulls::PullReviewRequestOptions reviewers_in(const std::vector<std::string>& names)
{
    constexpr std::string_view mark = "team:";
    pulls::PullReviewRequestOptions wanted;
    for (const auto& name : names) {
        if (name.starts_with(mark)) wanted.team_reviewers.push_back(name.substr(mark.size()));
        else wanted.reviewers.push_back(name);
    }
    return wanted;
}

Result<Done> set_reviewers(Call& call, const PullContext& at, Body<FactForm> form)
{
    auto change = change_of(form.value);
    if (const auto other = text::trim(form->other); !other.empty()) change.added.emplace_back(other);
    if (!change.added.empty()) TRY(pages::at("other", pulls::request_reviewers(call, at, reviewers_in(change.added))));
    if (!change.removed.empty()) TRY(pulls::withdraw_reviewers(call, at, reviewers_in(change.removed)));
    return done(pull_address(at), pull_saved);
}

// Everybody may.
Result<Done> decline(Call& call, const PullContext& at, Body<PullAct>)
{
    TRY(pulls::withdraw_reviewers(call, at, {.reviewers = {call.caller.name}}));
    return done(pull_address(at), pull_saved);
}

constexpr auto& edit_page = shows<show_edit, "pull/edit", "repoGetPullRequest repoEditPullRequest">;
constexpr auto& reviewers_page =
    shows<show_reviewers, "issue/choose", "repoGetReviewers repoCreatePullReviewRequests repoDeletePullReviewRequests">;

using pulls::changes_pull;

// clang-format off
constexpr Operation form_operations[] = {
    {GET,  "/{owner}/{repo}/pulls/{index}/edit",              scope::none, changes_pull, edit_page,                           200, "siteEditPull",        "Show the form that changes a pull request"},
    {POST, "/{owner}/{repo}/pulls/{index}/edit",              scope::none, changes_pull, does<edit, edit_page>,               303, "sitePullChanged",     "Change the title of a pull request, and where it goes to"},
    {POST, "/{owner}/{repo}/pulls/{index}/maintainers",       scope::none, changes_pull, does<allow_maintainers>,             303, "sitePullMaintainers", "Say whether maintainers may push to the branch of a pull request"},
    {GET,  "/{owner}/{repo}/pulls/{index}/reviewers",         scope::none, changes_pull, reviewers_page,                      200, "sitePullReviewers",   "Show who can be asked to review a pull request"},
    {POST, "/{owner}/{repo}/pulls/{index}/reviewers",         scope::none, changes_pull, does<set_reviewers, reviewers_page>, 303, "siteSetReviewers",    "Change who is asked to review a pull request"},
    {POST, "/{owner}/{repo}/pulls/{index}/reviewers/decline", scope::none, changes_pull, does<decline, pull_page>,            303, "siteDeclineReview",   "Say that one does not review a pull request"},
};
// clang-format on
static_assert(well_formed(form_operations));

} // namespace

const Table pull_forms_table{"site", form_operations, Door::site, refuse_page};

} // namespace cairn::pages
