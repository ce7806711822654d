// The conversation of a pull request, and what is said there.
#include "pages/pull/conversation.hpp"

#include <algorithm>

#include "pages/issue/answering.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/page.hpp"
#include "pages/pull/tables.hpp"
#include "pulls/editing.hpp"
#include "pulls/review/conversation.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::LineCommentContext;
using pulls::MergePullRequestOption;
using pulls::PullContext;
using words::Phrase;

namespace {

const Notice pull_closed{"pull-closed", Phrase("The pull request is closed.")};
const Notice pull_reopened{"pull-reopened", Phrase("The pull request is open again.")};
const Notice talk_resolved{"talk-resolved", Phrase("The conversation is resolved.")};
const Notice talk_unresolved{"talk-unresolved", Phrase("The conversation is open again.")};

Result<PullView> show_all(Call& call, const PullContext& at) { return pull_view(call, at, {.thread = {.all = true}}); }

Result<Raw> comment(Call& call, const PullContext& at, Upload upload)
{
    const auto again = [&](const SentText& sent, int status) {
        return pull_again(call, pull_view(call, at, {.sent = &sent}), status);
    };
    const auto change_state = [&](const std::string& state) -> Result<> {
        pulls::EditPullRequestOption option;
        option.state = state;
        auto changed = pulls::edit_pull(call, at, option);
        // A browser is told of a conflict: there is nothing that it has asked to be so before.
        if (!changed && changed.error().code == Errc::precondition_failed)
            return fail(Errc::conflict, changed.error().message);
        return changed;
    };
    return take_answer(
        call, at, *upload.body,
        {.again = again, .change_state = change_state, .closed = pull_closed, .reopened = pull_reopened});
}

Result<Raw> answer(Call& call, const LineCommentContext& found, Body<pulls::CreatePullReviewCommentReplyOptions> form)
{
    auto at = found;
    auto said = pulls::answer_remark(call, at, form.value);
    if (said) return answer_done(call, done(entry_address(at, said->id)));
    auto view = pull_view(call, at, {});
    for (auto& entry : view.entries)
        for (auto& talk : entry.talks) {
            const bool is_it =
                std::ranges::any_of(talk.said, [&](const ShownComment& one) { return one.id == found.comment.id; });
            if (!is_it) continue;
            talk.problem = words_of(said.error());
            talk.answer = form->body;
        }
    return pull_again(call, std::move(view), refused_status(said.error()));
}

Result<Done> resolve(Call& call, const LineCommentContext& at)
{
    pulls::resolve_comment(call, at);
    return done(entry_address(at, at.comment.id), talk_resolved);
}

Result<Done> unresolve(Call& call, const LineCommentContext& at)
{
    pulls::unresolve_comment(call, at);
    return done(entry_address(at, at.comment.id), talk_unresolved);
}

// The remark that {id} names, of the pull request that {index} names.
Result<void> check_resolves_here(Call& call)
{
    TRY(pulls::check_resolves(call));
    const auto* at = static_cast<const LineCommentContext*>(call.loaded(&tag<LineCommentContext>));
    if (at == nullptr || std::to_string(at->issue.number) != call.segment("index")) return not_found("the comment");
    return {};
}
constexpr Guard resolves_here{.name = "may resolve the conversation of the pull request",
                              .path = &type_of<pulls::ReplyPath>(),
                              .loads = &tag<LineCommentContext>,
                              .errors = {400, 401, 403, 404, 423},
                              .check = &check_resolves_here};

constexpr auto& whole_page =
    shows<show_all, "pull/whole", "repoGetPullRequest issueGetCommentsAndTimeline repoGetCombinedStatusByRef">;

using pulls::answers_remark;
using pulls::changes_pull;

// clang-format off
constexpr Operation conversation_operations[] = {
    {GET,  "/{owner}/{repo}/pulls/{index}",                          scope::none, reads_pull_page, pull_page,       200, "sitePull",            "Show a pull request"},
    {GET,  "/{owner}/{repo}/pulls/{index}?all=true",                 scope::none, reads_pull_page, whole_page,      200, "siteWholePull",       "Show a pull request with all of its timeline"},
    {POST, "/{owner}/{repo}/pulls/{index}/comments",                 scope::none, changes_pull,    does<comment>,   303, "sitePullComment",     "Say something about a pull request, close it or open it again"},
    {POST, "/{owner}/{repo}/pulls/{index}/comments/{id}/replies",    scope::none, answers_remark,  does<answer>,    303, "sitePullAnswer",      "Answer a remark on lines"},
    {POST, "/{owner}/{repo}/pulls/{index}/comments/{id}/resolve",    scope::none, resolves_here,   does<resolve>,   303, "sitePullResolve",     "Say that a conversation about lines is over"},
    {POST, "/{owner}/{repo}/pulls/{index}/comments/{id}/unresolve",  scope::none, resolves_here,   does<unresolve>, 303, "sitePullUnresolve",   "Say that a conversation about lines is not over"},
};
// clang-format on
static_assert(well_formed(conversation_operations));

} // namespace

Result<PullView> show_pull_page(Call& call, const PullContext& at, Query<PullQuery> query,
                                Form<MergePullRequestOption> form, Form<PullAct> small)
{
    auto view = pull_view(call, at,
                          {.thread = {.around = query->comment},
                           .merge = {.way = query->way, .form = std::move(form), .small = std::move(small)}});
    if (view.rights.may_talk) view.reply.body = quotation(call, at, query->quote);
    return view;
}

const Table pull_conversation_table{"site", conversation_operations, Door::site, refuse_page};

} // namespace cairn::pages
