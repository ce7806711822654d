// What happened to an issue, one kind of event after the other (event_words.hpp).
#include <algorithm>
#include <ranges>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "pages/issue/event_words.hpp"
#include "pages/issue/html_phrase.hpp"
#include "pages/issue/label_badge.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

Html strong(std::string_view text) { return HtmlWriter().open("strong").text(text).close("strong").take(); }

Html code_word(std::string_view text) { return HtmlWriter().open("code").text(text).close("code").take(); }

// "2 hours 5 minutes" as it is kept, in seconds; nothing for what is not written so.
std::optional<std::int64_t> read_duration(std::string_view words)
{
    std::int64_t seconds = 0;
    const bool negative = words.starts_with('-');
    if (negative) words.remove_prefix(1);
    const auto parts = text::split_list(words, ' ');
    if (parts.empty() || parts.size() % 2 != 0) return {};
    for (std::size_t n = 0; n < parts.size(); n += 2) {
        const auto count = text::parse_integer(parts[n], 0, 1'000'000'000);
        if (!count) return {};
        if (parts[n + 1].starts_with("hour")) seconds += *count * 3600;
        else if (parts[n + 1].starts_with("minute")) seconds += *count * 60;
        else if (parts[n + 1].starts_with("second")) seconds += *count;
        else return {};
    }
    return negative ? -seconds : seconds;
}

std::string day_of(const words::Language& language, std::string_view written)
{
    const auto time = parse_rfc3339(std::string(written) + "T12:00:00Z");
    return time ? language.day(*time) : std::string(written);
}

// The words of the one link that such an event has: <a href="...">words</a>, escaped.
struct CommitLink {
    std::string path;
    std::string title;
};

std::string unescaped(std::string_view html)
{
    static constexpr std::pair<std::string_view, char> entities[] = {{"&lt;", '<'},   {"&gt;", '>'},   {"&amp;", '&'},
                                                                     {"&quot;", '"'}, {"&#39;", '\''}, {"&#34;", '"'}};
    std::string text;
    while (!html.empty()) {
        const auto found = std::ranges::find_if(entities, [&](const auto& one) { return html.starts_with(one.first); });
        text += found != std::end(entities) ? found->second : html.front();
        html.remove_prefix(found != std::end(entities) ? found->first.size() : 1);
    }
    return text;
}

std::optional<CommitLink> read_commit_link(std::string_view body)
{
    constexpr std::string_view begin = "<a href=\"";
    constexpr std::string_view end = "</a>";
    const auto close = body.find("\">");
    if (!body.starts_with(begin) || !body.ends_with(end) || close == body.npos || close + 2 + end.size() > body.size())
        return {};
    CommitLink link{.path = unescaped(body.substr(begin.size(), close - begin.size())),
                    .title = unescaped(body.substr(close + 2, body.size() - end.size() - close - 2))};
    // What was brought from elsewhere may say anything.
    if (!link.path.starts_with('/')) return {};
    return link;
}

} // namespace

std::optional<PushedCommits> pushed_commits(const std::string& body)
{
    PushedCommits pushed;
    if (!api::decode_json(type_of<PushedCommits>(), body, &pushed)) return {};
    return pushed;
}

Html EventTeller::of_labels(Events events) const
{
    using enum issues::EventKind;
    std::vector<Html> added;
    std::vector<Html> removed;
    for (const auto& event : events)
        if (event.type == label && event.label)
            (event.body == "1" ? added : removed)
                .push_back(
                    label_badge(*event.label, repository_ + "/issues?labels=" + std::to_string(event.label->id)));
    if (removed.empty()) return say(Phrase("added {labels}"), {{"labels", html_row(added)}});
    if (added.empty()) return say(Phrase("removed {labels}"), {{"labels", html_row(removed)}});
    return say(Phrase("added {labels} and removed {others}"),
               {{"labels", html_row(added)}, {"others", html_row(removed)}});
}

Html EventTeller::of_assignees(Events events) const
{
    std::vector<Html> added;
    std::vector<Html> removed;
    bool self = true;
    for (const auto& event : events) {
        if (event.type != issues::EventKind::assignees) continue;
        self = self && event.user && event.assignee && event.user->id == event.assignee->id;
        const auto who = event.assignee ? person(*event.assignee)
            : event.assignee_team       ? html_text(event.assignee_team->name)
                                        : html_text("Ghost");
        (event.removed_assignee ? removed : added).push_back(who);
    }
    if (self && added.size() + removed.size() == 1)
        return say(removed.empty() ? Phrase("took this on") : Phrase("no longer works on this"));
    const auto to = html_list(*language_, added);
    const auto from = html_list(*language_, removed);
    if (removed.empty()) return say(Phrase("assigned {people}"), {{"people", to}});
    if (added.empty()) return say(Phrase("unassigned {people}"), {{"people", from}});
    return say(Phrase("assigned {people} and unassigned {others}"), {{"people", to}, {"others", from}});
}

Html EventTeller::of_milestone(Events events) const
{
    const auto is_one = [](const Event& event) { return event.type == issues::EventKind::milestone; };
    const auto first = std::ranges::find_if(events, is_one);
    if (first == events.end()) return {};
    const auto latest_first = events | std::views::reverse;
    const auto last = std::ranges::find_if(latest_first, is_one);
    if (last->milestone && first->old_milestone)
        return say(Phrase("moved this from the milestone {old} to {new}"),
                   {{"old", milestone_link(first->old_milestone)}, {"new", milestone_link(last->milestone)}});
    if (last->milestone)
        return say(Phrase("added this to the milestone {milestone}"), {{"milestone", milestone_link(last->milestone)}});
    return say(Phrase("removed this from the milestone {milestone}"),
               {{"milestone", milestone_link(first->old_milestone)}});
}

Html EventTeller::of_title(const Event& event) const
{
    return say(Phrase("changed the title from {old} to {new}"),
               {{"old", HtmlWriter().open("del").text(event.old_title).close("del").take()},
                {"new", strong(event.new_title)}});
}

Html EventTeller::of_branch(const Event& event) const
{
    using enum issues::EventKind;
    const auto old = code_word(event.old_ref);
    const auto now = code_word(event.new_ref);
    if (event.type == delete_branch) return say(Phrase("deleted the branch {branch}"), {{"branch", old}});
    if (event.type == change_target_branch)
        return say(Phrase("changed the base branch from {old} to {new}"), {{"old", old}, {"new", now}});
    if (event.old_ref.empty()) return say(Phrase("said that this is about {branch}"), {{"branch", now}});
    if (event.new_ref.empty()) return say(Phrase("said that this is no longer about {branch}"), {{"branch", old}});
    return say(Phrase("said that this is about {new}, no longer about {old}"), {{"old", old}, {"new", now}});
}

Html EventTeller::of_deadline(const Event& event) const
{
    using enum issues::EventKind;
    const auto days = text::split(event.body, '|');
    const auto now = strong(day_of(*language_, days.front()));
    if (event.type == added_deadline) return say(Phrase("set the due date {day}"), {{"day", now}});
    if (event.type == removed_deadline) return say(Phrase("removed the due date {day}"), {{"day", now}});
    return say(Phrase("moved the due date from {old} to {new}"),
               {{"old", strong(day_of(*language_, days.back()))}, {"new", now}});
}

Html EventTeller::of_dependency(const Event& event) const
{
    using enum issues::EventKind;
    return say(event.type == add_dependency ? Phrase("added the dependency {issue}")
                                            : Phrase("removed the dependency {issue}"),
               {{"issue", issue(event.dependent_issue)}});
}

Html EventTeller::of_time(const Event& event) const
{
    using enum issues::EventKind;
    if (event.type == start_tracking) return say(Phrase("started the timer"));
    if (event.type == cancel_tracking) return say(Phrase("stopped the timer and dropped its time"));
    const auto seconds = event.tracked_time ? std::optional(event.tracked_time->time) : read_duration(event.body);
    const auto how_long = strong(seconds ? duration(*language_, *seconds) : event.body);
    switch (event.type) {
    case stop_tracking: return say(Phrase("stopped the timer after {time}"), {{"time", how_long}});
    case add_time_manual: return say(Phrase("added {time}"), {{"time", how_long}});
    case delete_time_manual: return say(Phrase("deleted {time}"), {{"time", how_long}});
    default: return say(Phrase("estimated {time}"), {{"time", how_long}});
    }
}

Html EventTeller::of_reference(const Event& event) const
{
    auto where = event.ref_issue;
    if (where && event.ref_comment) where->html_url = event.ref_comment->html_url;
    const auto link = issue(where);
    if (event.ref_action == issues::RefAction::closes)
        return say(Phrase("linked a pull request that will close this: {issue}"), {{"issue", link}});
    if (event.ref_action == issues::RefAction::reopens)
        return say(Phrase("linked a pull request that will reopen this: {issue}"), {{"issue", link}});
    if (event.ref_action == issues::RefAction::neutered)
        return say(Phrase("had mentioned this in {issue}"), {{"issue", link}});
    return say(Phrase("mentioned this in {issue}"), {{"issue", link}});
}

Html EventTeller::of_commit(const Event& event) const
{
    const auto link_to = read_commit_link(event.body);
    if (!link_to)
        return say(Phrase("mentioned this in the commit {commit}"), {{"commit", commit(event.ref_commit_sha)}});
    HtmlWriter out;
    out.add(link(link_to->path, std::string_view(event.ref_commit_sha).substr(0, 10), "sha"));
    out.text(" ").add(link(link_to->path, link_to->title));
    return say(Phrase("mentioned this in the commit {commit}"), {{"commit", out.take()}});
}

Html EventTeller::of_state(const Event& event) const
{
    using enum issues::EventKind;
    const bool closes = event.type == close;
    if (event.ref_commit_sha.empty()) return say(closes ? Phrase("closed this") : Phrase("reopened this"));
    return say(closes ? Phrase("closed this with the commit {commit}")
                      : Phrase("reopened this with the commit {commit}"),
               {{"commit", commit(event.ref_commit_sha)}});
}

Html EventTeller::of_project(const Event& event) const
{
    using enum issues::EventKind;
    if (event.type == project_board)
        return say(Phrase("moved this on the board {board}"), {{"board", project_link(event.project_id)}});
    if (event.project_id != 0)
        return say(Phrase("put this on the board {board}"), {{"board", project_link(event.project_id)}});
    return say(Phrase("took this off the board {board}"), {{"board", project_link(event.old_project_id)}});
}

Html EventTeller::of_review_request(const Event& event) const
{
    const auto who = event.assignee ? person(*event.assignee)
        : event.assignee_team       ? html_text(event.assignee_team->name)
                                    : html_text("Ghost");
    return say(event.removed_assignee ? Phrase("no longer asks {person} for a review")
                                      : Phrase("asked {person} for a review"),
               {{"person", who}});
}

Html EventTeller::of_move(const Event& event) const
{
    if (event.old_ref.empty()) return say(Phrase("moved this here from another repository"));
    // The old address leads here; the repository is what one may want to look at.
    const auto repository = event.old_ref.substr(0, event.old_ref.find('#'));
    return say(Phrase("moved this here from {issue}"), {{"issue", link(root_ + "/" + repository, event.old_ref)}});
}

Html EventTeller::of_force_push(const std::vector<std::string>& tips) const
{
    if (tips.size() < 2) return say(Phrase("force-pushed the branch"));
    const auto& before = tips.front();
    const auto& after = tips.back();
    return say(Phrase("force-pushed from {old} to {new}, {link}"),
               {{"old", commit(before)},
                {"new", commit(after)},
                {"link",
                 link(repository_ + "/compare/" + before + ".." + after, language_->say(Phrase("see what changed")))}});
}

Html EventTeller::of_pull(const Event& event) const
{
    using enum issues::EventKind;
    switch (event.type) {
    case merge_pull:
        if (event.ref_commit_sha.empty()) return say(Phrase("merged this"));
        return say(Phrase("merged this with the commit {commit}"), {{"commit", commit(event.ref_commit_sha)}});
    case pull_push: {
        const auto pushed = pushed_commits(event.body);
        if (!pushed) return say(Phrase("pushed commits"));
        if (pushed->is_force_push) return of_force_push(pushed->commit_ids);
        return html_phrase(*language_, Phrase("pushed {count} commit", "pushed {count} commits"),
                           static_cast<std::int64_t>(pushed->commit_ids.size()));
    }
    case dismiss_review:
        if (event.body.empty()) return say(Phrase("dismissed a review"));
        return say(Phrase("dismissed a review: {reason}"), {{"reason", html_text(event.body)}});
    case pull_scheduled_merge:
        if (issues::read_queue_event(event.body)) return say(Phrase("put this into the merge queue"));
        return say(Phrase("wants this to be merged when all checks pass"));
    default:
        if (const auto told = issues::read_queue_event(event.body)) return of_queue(*told);
        return say(Phrase("no longer wants this to be merged when all checks pass"));
    }
}

} // namespace cairn::pages
