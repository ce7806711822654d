#include "pages/issue/shown_comment.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "issues/timeline/former_text.hpp"
#include "markup/tasks.hpp"
#include "pages/issue/issue_address.hpp"
#include "repositories/social/candidate.hpp"

namespace cairn::pages {

using api::View;
using issues::IssueContext;
using words::Language;
using words::Phrase;

namespace {

struct Sign {
    std::string_view content;
    std::string_view sign;
    Phrase words;
};

constexpr Sign signs[] = {
    {"+1", "👍", Phrase("Thumbs up")},  {"-1", "👎", Phrase("Thumbs down")},    {"laugh", "😄", Phrase("Laugh")},
    {"hooray", "🎉", Phrase("Hooray")}, {"confused", "😕", Phrase("Confused")}, {"heart", "❤️", Phrase("Heart")},
    {"rocket", "🚀", Phrase("Rocket")}, {"eyes", "👀", Phrase("Eyes")},
};

// What was brought from elsewhere may have others.
ShownReaction show(const Language& language, const std::string& content)
{
    const auto found = std::ranges::find(signs, content, &Sign::content);
    if (found == std::end(signs)) return {.content = content, .sign = ":" + content + ":", .words = content};
    return {.content = content, .sign = std::string(found->sign), .words = language.say(found->words)};
}

std::string avatar_of(const accounts::User& user) { return user.id > 0 ? user.avatar_url : std::string(); }

Speaker speaker_of(const accounts::User* user, const std::string& original)
{
    if (!original.empty()) return {.login = original, .imported = true};
    if (user == nullptr) return {.login = "Ghost"};
    return {.login = user->login, .avatar = avatar_of(*user), .known = user->id > 0};
}

} // namespace

std::vector<ShownReaction> offered_reactions(const Language& language)
{
    std::vector<ShownReaction> offered;
    for (const auto content : issues::reaction_signs) offered.push_back(show(language, std::string(content)));
    return offered;
}

CommentCards::CommentCards(const View& view, const Language& language, const IssueContext& at,
                           const ThreadRights& rights, const std::vector<std::int64_t>& posters,
                           std::span<const std::string_view> texts)
    : root_url_(view.settings().server.root_url), viewer_id_(view.caller.anonymous() ? 0 : view.caller.id),
      owner_id_(at.place.owner.id), rights_(rights), texts_(view, at.place, texts),
      maintainers_(repositories::maintainers_among(view, at.place, posters)),
      edits_(issues::count_former(view.db(), at.issue.id)), former_places_(issues::former_places(view, at.issue))
{
    for (const auto& given : issues::count_reactions(view, at)) {
        auto shown = show(language, given.content);
        shown.count = given.count;
        shown.mine = given.mine;
        reactions_[given.comment_id].push_back(std::move(shown));
    }
}

ShownComment CommentCards::card(const IssueContext& at, std::int64_t comment_id, std::int64_t poster_id,
                                const std::string& body, const std::vector<attachments::Attachment>& files) const
{
    const bool is_comment = comment_id != 0;
    const bool own = viewer_id_ != 0 && poster_id == viewer_id_;
    const auto number = std::to_string(is_comment ? comment_id : at.issue.number);
    ShownComment shown{.anchor = (is_comment ? "issuecomment-" : "issue-") + number, .id = comment_id};
    shown.actions = is_comment ? comment_actions(at.place, comment_id) : issue_actions(at);
    shown.by_author = is_comment && poster_id != 0 && poster_id == at.issue.poster_id;
    shown.by_owner = poster_id != 0 && poster_id == owner_id_;
    shown.by_maintainer = !shown.by_owner && maintainers_.contains(poster_id);
    if (const auto found = edits_.find(comment_id); found != edits_.end()) shown.edits = found->second;
    shown.edited = shown.edits > 0;
    shown.may_react = rights_.may_talk;
    shown.may_quote = rights_.may_talk;
    shown.may_refer = rights_.signed_in && !rights_.archived && issues::reads_issues(at.place);
    shown.may_edit = is_comment
        ? !rights_.archived && !rights_.blocked && rights_.signed_in && (own || rights_.may_write)
        : rights_.may_edit;
    shown.may_delete = is_comment && rights_.signed_in && !rights_.archived && (own || rights_.may_write);
    shown.mark = issues::mark_of(body);
    shown.link = root_url_ + issue_address(at).substr(1) + "#" + shown.anchor;
    shown.new_address = repository_address(at.place) + "/issues/new";
    if (shown.may_edit && !markup::tasks_of(body).empty()) shown.task_form = "tasks-" + number;
    // What was said before the issue was moved was said elsewhere.
    const auto moved =
        std::ranges::find_if(former_places_, [&](const auto& place) { return place.event_id > comment_id; });
    shown.body = moved == former_places_.end() ? texts_.html(body, shown.task_form)
                                               : texts_.html_from(body, shown.task_form, moved->repository);
    shown.empty = shown.body.empty();
    for (const auto& file : files)
        if (!body.contains(file.uuid)) shown.files.push_back(file);
    if (const auto found = reactions_.find(comment_id); found != reactions_.end()) shown.reactions = found->second;
    return shown;
}

ShownComment CommentCards::of_issue(const View& view, const IssueContext& at) const
{
    const auto issue = issues::show_issue(view, at.place, at.issue);
    auto shown =
        card(at, 0, at.issue.poster_id, at.issue.body, issue.assets.value_or(std::vector<attachments::Attachment>()));
    shown.by_author = false; // nobody else could
    shown.speaker = speaker_of(issue.user.get(), issue.original_author);
    shown.created_at = at.issue.created_at;
    return shown;
}

ShownComment CommentCards::of_comment(const IssueContext& at, const issues::Comment& comment,
                                      const issues::StoredComment& stored) const
{
    auto shown = card(at, comment.id, stored.poster_id.value_or(0), comment.body, comment.assets);
    shown.speaker = speaker_of(comment.user ? &*comment.user : nullptr, comment.original_author);
    shown.created_at = comment.created_at;
    if (stored.kind == issues::EventKind::review) shown.may_delete = false; // its verdict stays
    shown.edited = shown.edited || comment.updated_at.seconds > comment.created_at.seconds;
    return shown;
}

} // namespace cairn::pages
