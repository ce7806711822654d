#include "pages/issue/issue_view.hpp"

#include "issues/opening.hpp"
#include "issues/timeline/thread_state.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/reply_menu.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::Call;
using issues::IssueContext;
using words::Phrase;

ThreadHead thread_head(const Call& call, const IssueContext& at, const Speaker& speaker)
{
    const auto& issue = at.issue;
    return {.number = issue.number,
            .title = issue.title,
            .is_pull = issue.is_pull,
            .closed = issue.closed,
            .locked = issue.locked,
            .pinned = issue.pin_order > 0,
            .speaker = speaker,
            .created_at = issue.created_at,
            .updated_at = issue.updated_at,
            .comments = issue.comment_count,
            .address = issue_address(at),
            .actions = issue_actions(at),
            .new_address = repository_address(at.place) + "/issues/new/choose",
            .may_open = issues::check_opens_issue(call, at.place).has_value()};
}

bool is_told_news(const Call& call) { return call.caller.credential == api::Credential::session; }

void offer_news(ThreadHead& thread, std::string state)
{
    thread.news = thread.address + "/news";
    thread.state = std::move(state);
}

IssueView issue_view(Call& call, const IssueContext& at, const ThreadWanted& wanted, const SentText* sent)
{
    const auto& in = language_of(call);
    const bool told = is_told_news(call);
    auto state = told ? issues::thread_states(call.db(), {at.issue.id})[at.issue.id] : std::string();
    const auto rights = thread_rights(call, at);
    auto thread = show_thread(call, at, rights, wanted);
    IssueView view{
        .head = {.values = {{"index", std::to_string(at.issue.number)}}},
        .place = repository_place(call, at.place, at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
        .thread = thread_head(call, at, thread.first.speaker),
        .first = std::move(thread.first),
        .entries = std::move(thread.entries),
        .all = std::move(thread.all),
        .offered = offered_reactions(in),
        .rights = rights,
        .reply = sent != nullptr ? write_view(call, at.place, *sent) : write_view(call, at.place),
        // All of a long timeline is not made again for one fact.
        .facts = issue_facts(call, at, rights, wanted.all ? "facts" : "facts timeline")};
    if (told) offer_news(view.thread, std::move(state));
    view.reply.label = in.say(Phrase("Write a comment"));
    view.reply.placeholder = view.reply.label;
    view.reply.key = "c";
    if (rights.may_talk) offer_replies(call, view.reply, issue_address(at), "reply-form");
    return view;
}

} // namespace cairn::pages
