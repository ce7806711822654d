#include "notifications/letter_draft.hpp"

#include "accounts/virtual_accounts.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "issues/show.hpp"
#include "issues/timeline/timeline.hpp"
#include "notifications/leaving.hpp"
#include "words/language.hpp"

namespace cairn::notifications {

using words::Language;
using words::Phrase;

namespace {

// A letter goes to many: of what somebody wrote it tells the beginning.
constexpr std::size_t longest_text = 8192;

std::string beginning_of(std::string_view text)
{
    if (text.size() <= longest_text) return std::string(text);
    std::size_t end = 0;
    while (const auto step = utf8_sequence(text.substr(end))) {
        if (end + step > longest_text) break;
        end += step;
    }
    return std::string(text.substr(0, end)) + "…";
}

Phrase deed(NoticeKind kind, bool is_pull)
{
    switch (kind) {
    case NoticeKind::opened:
        return is_pull ? Phrase("{who} has opened a pull request.") : Phrase("{who} has opened an issue.");
    case NoticeKind::commented: return Phrase("{who} has commented.");
    case NoticeKind::closed:
        return is_pull ? Phrase("{who} has closed the pull request.") : Phrase("{who} has closed the issue.");
    case NoticeKind::reopened:
        return is_pull ? Phrase("{who} has opened the pull request again.")
                       : Phrase("{who} has opened the issue again.");
    case NoticeKind::assigned: return Phrase("{who} has assigned you.");
    case NoticeKind::offered: return Phrase("{who} wants to give you this repository.");
    case NoticeKind::asked: return Phrase("{who} asks you for a review.");
    case NoticeKind::team_asked: return Phrase("{who} asks your team for a review.");
    case NoticeKind::reviewed: return Phrase("{who} has reviewed the pull request.");
    case NoticeKind::dismissed: return Phrase("{who} has dismissed a review.");
    case NoticeKind::pushed: return Phrase("{who} has pushed to the pull request.");
    case NoticeKind::released: return Phrase("{who} has published a release.");
    }
    std::unreachable();
}

Phrase words_for(LetterReason reason, bool of_releases)
{
    switch (reason) {
    case LetterReason::subscribed:
        return of_releases ? Phrase("You get this mail because you watch the repository.")
                           : Phrase("You get this mail because you watch the repository or take part in this.");
    case LetterReason::mentioned: return Phrase("You get this mail because you are mentioned.");
    case LetterReason::assigned: return Phrase("You get this mail because you are assigned.");
    case LetterReason::review_requested: return Phrase("You get this mail because your review is asked for.");
    case LetterReason::your_activity: return Phrase("You get this mail because you want to read of what you do, too.");
    case LetterReason::offered: return Phrase("You get this mail because the repository is offered to you.");
    }
    std::unreachable();
}

void add_headers(mail::Letter& letter, const config::Settings& settings, const issues::Home& home,
                 const std::string& who)
{
    const std::string full_name = home.owner + "/" + home.name;
    const std::string page = settings.server.root_url + full_name;
    letter.headers = {{"Reply-To", "noreply@" + settings.service.no_reply_address},
                      {"List-ID", full_name + " <" + home.name + "." + home.owner + "." + settings.server.domain + ">"},
                      {"List-Archive", "<" + page + ">"},
                      {"Precedence", "bulk"},
                      {"X-Auto-Response-Suppress", "All"},
                      {"X-Gitea-Sender", who},
                      {"X-Gitea-Repository", home.name},
                      {"X-Gitea-Repository-Path", full_name},
                      {"X-Gitea-Repository-Link", page}};
}

void tell_of_issue(mail::Letter& letter, db::Queries& db, const config::Settings& settings, const Notice& notice,
                   const issues::StoredIssue& issue, const issues::Home& home)
{
    const std::string root = "issue-" + std::to_string(issue.id) + "@" + settings.server.domain;
    letter.subject += issue.title + " (#" + std::to_string(issue.number) + ")";
    letter.link =
        notice.comment_id != 0 ? page_of(settings, home, issue, notice.comment_id) : page_of(settings, home, issue);
    letter.headers.insert(
        letter.headers.end(),
        {{"X-Gitea-Issue-ID", std::to_string(issue.number)}, {"X-Gitea-Issue-Link", page_of(settings, home, issue)}});
    std::string said;
    if (notice.kind == NoticeKind::opened) {
        said = issue.body;
        letter.message_id = root;
    } else {
        letter.subject.insert(0, "Re: ");
        letter.message_id = "notice-" + std::to_string(notice.id) + "-" + root;
        letter.headers.insert(letter.headers.end(),
                              {{"In-Reply-To", "<" + root + ">"}, {"References", "<" + root + ">"}});
    }
    if (const auto comment = issues::find_comment(db, notice.comment_id)) said = comment->body;
    letter.quote = beginning_of(text::trim(said));
}

void tell_of_release(mail::Letter& letter, const config::Settings& settings, const ToldRelease& release,
                     const std::string& full_name)
{
    letter.subject += release.title.empty() || release.title == release.tag_name
        ? release.tag_name
        : release.title + " (" + release.tag_name + ")";
    letter.message_id = "release-" + std::to_string(release.id) + "@" + settings.server.domain;
    letter.link = settings.server.root_url + full_name + "/releases/tag/" + http::encode_path_segment(release.tag_name);
    letter.quote = beginning_of(text::trim(release.note));
}

} // namespace

mail::Letter draft_letter(db::Queries& db, const config::Settings& settings, const Notice& notice,
                          const Subject& subject, const Language& in)
{
    const auto owner = accounts::find_account(db, subject.repository.owner_id);
    const auto actor = accounts::find_account(db, notice.actor_id);
    const issues::Home home{.id = subject.repository.id,
                            .owner = owner ? owner->name : accounts::ghost().name,
                            .name = subject.repository.name};
    const std::string full_name = home.owner + "/" + home.name;
    const std::string who = actor ? actor->name : accounts::ghost().name;
    mail::Letter letter{.to = {}, .subject = "[" + full_name + "] ", .language = in.code()};
    letter.paragraphs.push_back(in.say(deed(notice.kind, subject.issue && subject.issue->is_pull), {{"who", who}}));
    letter.link_label = in.say(Phrase("Look at it"));
    add_headers(letter, settings, home, who);
    if (subject.issue) tell_of_issue(letter, db, settings, notice, *subject.issue, home);
    else if (subject.release) tell_of_release(letter, settings, *subject.release, full_name);
    else {
        letter.subject += in.say(Phrase("A repository is offered to you"));
        letter.link = settings.server.root_url + full_name;
    }
    return letter;
}

void address_letter(mail::Letter& letter, const config::Settings& settings, const Subject& subject, const Language& in,
                    const Addressee& to)
{
    letter.to = to.email;
    letter.afterword =
        in.say(words_for(to.reason, subject.release.has_value())) + " " + in.say(Phrase("Nobody reads answers to it."));
    letter.headers.insert(letter.headers.end(),
                          {{"X-Cairn-Reason", std::string(word_of(to.reason))},
                           {"X-Gitea-Reason", std::string(word_of(to.reason))},
                           {"X-Gitea-Recipient", to.name},
                           {"X-Gitea-Recipient-Address", to.email}});
    // An offer comes once, and has an answer: there is nothing to leave.
    if (to.reason == LetterReason::offered) return;
    const LetterTie tie{
        .account_id = to.id, .repository_id = subject.repository.id, .issue_id = subject.issue ? subject.issue->id : 0};
    letter.due_while = tie.text();
    letter.leave = leave_address(settings, tie);
    letter.leave_label = in.say(subject.issue ? Phrase("Unsubscribe") : Phrase("Stop watching"));
    letter.headers.insert(
        letter.headers.end(),
        {{"List-Unsubscribe", "<" + letter.leave + ">"}, {"List-Unsubscribe-Post", "List-Unsubscribe=One-Click"}});
}

} // namespace cairn::notifications
