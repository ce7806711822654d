#include "pages/pull/pull_view.hpp"

#include "db/database.hpp"
#include "issues/readable.hpp"
#include "pages/kit.hpp"
#include "pages/pull/pull_entries.hpp"
#include "pulls/closing.hpp"
#include "pulls/pull_state.hpp"

namespace cairn::pages {

using api::Call;
using pulls::PullContext;
using words::Phrase;

namespace {

const PageOf<PullView> again_page{"pull/conversation"};

} // namespace

PullView pull_view(Call& call, const PullContext& found, PullWanted wanted)
{
    const auto& in = language_of(call);
    const bool told = is_told_news(call);
    auto state = told ? pulls::thread_states(call.db(), {found.issue.id})[found.issue.id] : std::string();
    const auto at = current_pull(call, found);
    const auto rights = thread_rights(call, at);
    // All of a long timeline is not made again for one fact.
    const std::string_view swap = wanted.thread.all ? "facts" : "facts timeline merge";
    wanted.thread.extend = pull_entries(call, at, rights);
    auto thread = show_thread(call, at, rights, wanted.thread);
    auto place = pull_place(call, at, PullTab::conversation);
    auto reviewers = reviewers_fact(call, at, rights, swap);
    auto merge = merge_box(call, at, place, rights, reviewers, std::move(wanted.merge));
    PullView view{.head = {.values = {{"index", std::to_string(at.issue.number)}, {"ref", at.pull.head_sha}}},
                  .place = repository_place(call, at.place, RepositoryTab::pulls),
                  .pull = std::move(place),
                  .thread = thread_head(call, at, thread.first.speaker),
                  .first = std::move(thread.first),
                  .entries = std::move(thread.entries),
                  .all = std::move(thread.all),
                  .offered = offered_reactions(in),
                  .rights = rights,
                  .reply =
                      wanted.sent != nullptr ? write_view(call, at.place, *wanted.sent) : write_view(call, at.place),
                  .facts = issue_facts(call, at, rights, swap),
                  .reviewers = std::move(reviewers),
                  .merge = std::move(merge),
                  .maintainers_may_push = at.pull.allow_maintainer_edit,
                  .from_fork = at.pull.head_repository_id != 0 && at.pull.head_repository_id != at.pull.repository_id};
    view.may_allow = view.from_fork && at.is_poster(call.caller) && !at.issue.closed && !rights.archived;
    for (const auto& issue : issues::readable_issues(call, pulls::closed_by_pull(call.db(), at.issue.id)))
        view.closes.push_back(linked_issue(issue, at.place));
    view.reply.label = in.say(Phrase("Write a comment"));
    view.reply.placeholder = view.reply.label;
    view.reply.key = "c";
    if (told) offer_news(view.thread, std::move(state));
    return view;
}

api::Raw pull_again(Call& call, PullView view, int status)
{
    view.head.status = status;
    const auto head = view.head;
    return again_page.show(call, std::move(view), head);
}

} // namespace cairn::pages
