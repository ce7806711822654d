#include "notifications/letters.hpp"

#include <algorithm>
#include <map>

#include "accounts/virtual_accounts.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/languages.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/show.hpp"
#include "issues/timeline/timeline.hpp"
#include "mail/outbox.hpp"
#include "words/language.hpp"

namespace cairn::notifications {

using config::EmailNotifications;
using db::bound;
using words::Phrase;

namespace {

// A letter goes to many: of what somebody wrote it tells the beginning.
constexpr std::size_t longest_text = 8192;

struct Recipient {
    std::int64_t id = 0;
    std::string name;
    std::string email;
    std::string language;
    std::string email_notifications; // empty: as the site has it
    bool named = false;
};
BOOST_DESCRIBE_STRUCT(Recipient, (), (id, name, email, language, email_notifications, named))

std::string_view wish_of(const config::Settings& settings, const Recipient& recipient)
{
    return recipient.email_notifications.empty() ? word_of(settings.admin.default_email_notifications)
                                                 : std::string_view(recipient.email_notifications);
}

bool wants(const config::Settings& settings, const Recipient& recipient)
{
    const auto wish = wish_of(settings, recipient);
    return wish == word_of(EmailNotifications::enabled) || wish == word_of(EmailNotifications::andyourown)
        || (wish == word_of(EmailNotifications::onmention) && recipient.named);
}

// Whoever did it is told as well, if they want to read of that, too: once, however many the others are.
std::vector<Recipient> recipients_of(db::Transaction& tx, const config::Settings& settings, const Notice& notice,
                                     std::vector<std::int64_t> told)
{
    const auto named = named_in(notice);
    if (notice.told == 0) told.push_back(notice.actor_id);
    db::Composition query("SELECT id, name, email, language, email_notifications, FALSE AS named FROM account"
                          " WHERE kind = 'individual' AND id IN ");
    query << bound(told);
    auto recipients = tx.all<Recipient>(query);
    for (auto& recipient : recipients)
        recipient.named = notice.kind == NoticeKind::offered || notice.kind == NoticeKind::team_asked
            || std::ranges::find(named, recipient.id) != named.end();
    std::erase_if(recipients, [&](const Recipient& recipient) {
        return recipient.id == notice.actor_id ? wish_of(settings, recipient) != word_of(EmailNotifications::andyourown)
                                               : !wants(settings, recipient);
    });
    return recipients;
}

bool within_limit(db::Transaction& tx, const config::Mailer& mailer, std::int64_t account_id)
{
    if (mailer.notifications_per_hour == 0) return true;
    const auto sent = tx.scalar<std::int64_t>(
        "INSERT INTO notification_mail (account_id, hour, sent) VALUES ($1, $2, 1) ON CONFLICT (account_id) DO UPDATE"
        " SET sent = CASE WHEN notification_mail.hour = excluded.hour THEN notification_mail.sent + 1 ELSE 1 END,"
        " hour = excluded.hour RETURNING sent",
        account_id, Time::now().seconds / 3600);
    return sent <= mailer.notifications_per_hour;
}

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
    }
    std::unreachable();
}

std::string_view reason_of(const Notice& notice, const Recipient& recipient)
{
    if (notice.kind == NoticeKind::offered) return "offered";
    if (recipient.id == notice.actor_id) return "your_activity";
    if (!recipient.named) return "subscribed";
    switch (notice.kind) {
    case NoticeKind::assigned: return "assigned";
    case NoticeKind::asked:
    case NoticeKind::team_asked: return "review_requested";
    default: return "mentioned";
    }
}

// What all letters about a notice in that language have in common.
mail::Letter draft(db::Transaction& tx, const config::Settings& settings, const Notice& notice, const Subject& subject,
                   const words::Language& in)
{
    const auto owner = accounts::find_account(tx, subject.repository.owner_id);
    const auto actor = accounts::find_account(tx, notice.actor_id);
    const issues::Home home{.id = subject.repository.id,
                            .owner = owner ? owner->name : accounts::ghost().name,
                            .name = subject.repository.name};
    const std::string full_name = home.owner + "/" + home.name;
    const std::string& domain = settings.server.domain;
    mail::Letter letter{.to = {}, .subject = "[" + full_name + "] ", .language = in.code()};
    const std::string who = actor ? actor->name : accounts::ghost().name;
    letter.paragraphs.push_back(in.say(deed(notice.kind, subject.issue && subject.issue->is_pull), {{"who", who}}));
    letter.afterword = in.say(Phrase("Nobody reads answers to this mail."));
    letter.headers = {{"Reply-To", "noreply@" + settings.service.no_reply_address},
                      {"List-ID", full_name + " <" + home.name + "." + home.owner + "." + domain + ">"},
                      {"List-Archive", "<" + settings.server.root_url + full_name + ">"}};
    letter.link_label = in.say(Phrase("Look at it"));
    if (!subject.issue) {
        letter.subject += in.say(Phrase("A repository is offered to you"));
        letter.link = settings.server.root_url + full_name;
        return letter;
    }
    const auto& issue = *subject.issue;
    const std::string root = "issue-" + std::to_string(issue.id) + "@" + domain;
    letter.subject += issue.title + " (#" + std::to_string(issue.number) + ")";
    letter.link =
        notice.comment_id != 0 ? page_of(settings, home, issue, notice.comment_id) : page_of(settings, home, issue);
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
    if (const auto comment = issues::find_comment(tx, notice.comment_id)) said = comment->body;
    if (!text::trim(said).empty()) letter.paragraphs.push_back(beginning_of(text::trim(said)));
    return letter;
}

} // namespace

void put_letters(db::Transaction& tx, const config::Settings& settings, const mail::Outbox& outbox,
                 const Notice& notice, const Subject& subject, const std::vector<std::int64_t>& told)
{
    if (!settings.service.enable_notify_mail || !outbox.enabled()) return;
    const auto recipients = recipients_of(tx, settings, notice, told);
    if (recipients.empty()) return;
    std::map<const words::Language*, mail::Letter> drafts;
    for (const Recipient& recipient : recipients) {
        if (!within_limit(tx, settings.mailer, recipient.id)) continue;
        const auto& in = words::choose_language(config::offered_languages(settings), recipient.language, "");
        auto found = drafts.find(&in);
        if (found == drafts.end()) found = drafts.emplace(&in, draft(tx, settings, notice, subject, in)).first;
        auto letter = found->second;
        letter.to = recipient.email;
        letter.headers.emplace_back("X-Cairn-Reason", reason_of(notice, recipient));
        letter.headers.emplace_back("X-Gitea-Reason", reason_of(notice, recipient));
        outbox.put(tx, letter);
    }
}

} // namespace cairn::notifications
