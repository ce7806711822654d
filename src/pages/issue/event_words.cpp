#include "pages/issue/event_words.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "pages/issue/html_phrase.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/label_badge.hpp"
#include "pages/kit.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

using issues::EventKind;
using issues::TimelineComment;
using words::Language;
using words::Phrase;

namespace {

constexpr std::int64_t a_minute = 60;
constexpr std::size_t brief_id = 10;

bool is_small(EventKind kind)
{
    using enum EventKind;
    switch (kind) {
    case label:
    case milestone:
    case assignees:
    case change_title:
    case change_issue_ref:
    case added_deadline:
    case removed_deadline:
    case modified_deadline:
    case add_dependency:
    case remove_dependency:
    case project:
    case project_board:
    case lock:
    case unlock:
    case pin:
    case unpin:
    case change_time_estimate:
    case review_request: return true;
    default: return false;
    }
}

struct Look {
    std::string_view icon;
    std::string_view tone = {};
};

Look look_of(const TimelineComment& event)
{
    using enum EventKind;
    switch (event.type) {
    case comment:
    case review:
    case code: return {"comment"};
    case close: return {"issue-done"};
    case reopen: return {"issue", "good"};
    case lock:
    case unlock: return {"lock"};
    case pin:
    case unpin: return {"pin"};
    case label: return {"tag"};
    case milestone: return {"milestone"};
    case assignees: return {"assign"};
    case change_title: return {"edit"};
    case change_issue_ref:
    case change_target_branch:
    case delete_branch: return {"branch"};
    case added_deadline:
    case removed_deadline:
    case modified_deadline: return {"calendar"};
    case add_dependency:
    case remove_dependency:
    case issue_ref:
    case comment_ref: return {"link"};
    case start_tracking:
    case cancel_tracking:
    case stop_tracking:
    case add_time_manual:
    case delete_time_manual:
    case change_time_estimate: return {"clock"};
    case pull_ref: return {"pull", "good"};
    case commit_ref:
    case pull_push: return {"commit"};
    case merge_pull: return {"merge", "merged"};
    case review_request: return {"eye"};
    case dismiss_review: return {"cross"};
    case project:
    case project_board: return {"board"};
    case pull_scheduled_merge:
    case pull_cancel_scheduled_merge: return {"merge"};
    case transferred: return {"right"};
    }
    return {"info"};
}

} // namespace

std::string duration(const Language& language, std::int64_t seconds)
{
    const auto amount = seconds < 0 ? -seconds : seconds;
    const auto hours = language.number(amount / 3600);
    const auto minutes = std::to_string(amount / 60 % 60);
    std::string words;
    if (amount < 60) words = language.say(Phrase("{seconds} s"), {{"seconds", std::to_string(amount)}});
    else if (amount < 3600) words = language.say(Phrase("{minutes} min"), {{"minutes", minutes}});
    else if (amount / 60 % 60 == 0) words = language.say(Phrase("{hours} h"), {{"hours", hours}});
    else words = language.say(Phrase("{hours} h {minutes} min"), {{"hours", hours}, {"minutes", minutes}});
    return seconds < 0 ? "−" + words : words;
}

bool belong_together(const TimelineComment& first, const TimelineComment& next)
{
    if (!is_small(first.type) || !is_small(next.type) || !first.user || !next.user) return false;
    return first.user->id > 0 && first.user->id == next.user->id
        && next.created_at.seconds - first.created_at.seconds <= a_minute;
}

EventTeller::EventTeller(const Language& language, const config::Settings& settings,
                         const issues::RepositoryContext& place, std::map<std::int64_t, issues::Project> projects)
    : language_(&language), root_url_(settings.server.root_url), root_(root_of(settings)),
      repository_(root_ + repository_address(place)), full_name_(place.owner.name + "/" + place.repository.name),
      projects_(std::move(projects))
{
}

Html EventTeller::say(Phrase phrase, std::initializer_list<std::pair<std::string_view, Html>> values) const
{
    return html_phrase(*language_, phrase, values);
}

std::string EventTeller::local(std::string_view address) const
{
    if (!address.starts_with(root_url_)) return std::string(address);
    return root_ + "/" + std::string(address.substr(root_url_.size()));
}

Html EventTeller::link(std::string_view address, std::string_view words, std::string_view css_class) const
{
    HtmlWriter out;
    if (css_class.empty()) out.link(address);
    else out.link(address, {{"class", css_class}});
    return out.text(words).close("a").take();
}

Html EventTeller::person(const accounts::User& user) const
{
    if (user.id <= 0) return html_text(user.login.empty() ? "Ghost" : user.login);
    return link(root_ + "/" + http::encode_path_segment(user.login), user.login);
}

Html EventTeller::issue(const std::optional<issues::Issue>& about) const
{
    if (!about) return say(Phrase("an issue that you may not see"));
    const bool elsewhere = about->repository && about->repository->full_name != full_name_;
    const auto number = "#" + std::to_string(about->number);
    return link(local(about->html_url),
                (elsewhere ? about->repository->full_name : std::string()) + number + " " + about->title);
}

Html EventTeller::commit(std::string_view sha) const
{
    return link(repository_ + "/commit/" + std::string(sha), sha.substr(0, brief_id), "sha");
}

Html EventTeller::project_link(std::int64_t id) const
{
    const auto found = projects_.find(id);
    if (found == projects_.end()) return say(Phrase("a board that you may not see"));
    return link(local(found->second.html_url), found->second.title);
}

Html EventTeller::milestone_link(const std::optional<issues::Milestone>& about) const
{
    if (!about) return say(Phrase("a milestone that is gone"));
    return link(repository_ + "/milestone/" + std::to_string(about->id), about->title);
}

EventWords EventTeller::tell(Events events) const
{
    using enum EventKind;
    const auto look = look_of(events.front());
    EventWords told{.words = {}, .icon = std::string(look.icon), .tone = std::string(look.tone)};
    if (events.size() == 1 && events.front().type == pull_ref
        && events.front().ref_action == issues::RefAction::neutered)
        told.tone.clear();
    std::vector<Html> clauses;
    bool has_labels = false;
    bool has_assignees = false;
    bool has_milestone = false;
    for (const auto& event : events) {
        switch (event.type) {
        case label:
            if (!std::exchange(has_labels, true)) clauses.push_back(of_labels(events));
            break;
        case assignees:
            if (!std::exchange(has_assignees, true)) clauses.push_back(of_assignees(events));
            break;
        case milestone:
            if (!std::exchange(has_milestone, true)) clauses.push_back(of_milestone(events));
            break;
        default: clauses.push_back(one(event));
        }
    }
    told.words = html_list(*language_, clauses);
    return told;
}

Html EventTeller::one(const Event& event) const
{
    using enum EventKind;
    switch (event.type) {
    case comment:
    case code: return say(Phrase("commented"));
    case review: return say(Phrase("reviewed this"));
    case close:
    case reopen: return of_state(event);
    case lock:
        if (event.body.empty()) return say(Phrase("locked the conversation"));
        return say(Phrase("locked the conversation: {reason}"), {{"reason", html_text(event.body)}});
    case unlock: return say(Phrase("unlocked the conversation"));
    case pin: return say(Phrase("pinned this"));
    case unpin: return say(Phrase("unpinned this"));
    case label: return of_labels({&event, 1});
    case milestone: return of_milestone({&event, 1});
    case assignees: return of_assignees({&event, 1});
    case change_title: return of_title(event);
    case change_issue_ref:
    case change_target_branch:
    case delete_branch: return of_branch(event);
    case added_deadline:
    case removed_deadline:
    case modified_deadline: return of_deadline(event);
    case add_dependency:
    case remove_dependency: return of_dependency(event);
    case start_tracking:
    case cancel_tracking:
    case stop_tracking:
    case add_time_manual:
    case delete_time_manual:
    case change_time_estimate: return of_time(event);
    case issue_ref:
    case pull_ref:
    case comment_ref: return of_reference(event);
    case commit_ref: return of_commit(event);
    case review_request: return of_review_request(event);
    case project:
    case project_board: return of_project(event);
    case merge_pull:
    case pull_push:
    case dismiss_review:
    case pull_scheduled_merge:
    case pull_cancel_scheduled_merge: return of_pull(event);
    case transferred: return of_move(event);
    }
    return {};
}

} // namespace cairn::pages
