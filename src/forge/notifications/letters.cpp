#include "notifications/letters.hpp"

#include <algorithm>
#include <map>

#include "config/languages.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/subscription.hpp"
#include "mail/outbox.hpp"
#include "notifications/letter_draft.hpp"
#include "words/language.hpp"

namespace cairn::notifications {

using config::EmailNotifications;
using db::bound;

namespace {

struct Recipient {
    std::int64_t id = 0;
    std::string name;
    std::string email;
    std::string language;
    std::string email_notifications; // empty: as the site has it
    LetterReason reason = LetterReason::subscribed;

    bool is_named() const { return reason != LetterReason::subscribed && reason != LetterReason::your_activity; }
};
BOOST_DESCRIBE_STRUCT(Recipient, (), (id, name, email, language, email_notifications))

std::string_view wish_of(const config::Settings& settings, const Recipient& recipient)
{
    return recipient.email_notifications.empty() ? word_of(settings.admin.default_email_notifications)
                                                 : std::string_view(recipient.email_notifications);
}

bool wants(const config::Settings& settings, const Recipient& recipient)
{
    const auto wish = wish_of(settings, recipient);
    return wish == word_of(EmailNotifications::enabled) || wish == word_of(EmailNotifications::andyourown)
        || (wish == word_of(EmailNotifications::onmention) && recipient.is_named());
}

LetterReason reason_of(const Notice& notice, const PeopleNamed& named, std::int64_t id)
{
    if (notice.kind == NoticeKind::offered) return LetterReason::offered;
    if (id == notice.actor_id) return LetterReason::your_activity;
    if (notice.kind == NoticeKind::team_asked) return LetterReason::review_requested;
    const auto is_in = [id](const std::vector<std::int64_t>& ids) { return std::ranges::find(ids, id) != ids.end(); };
    if (is_in(named.assigned)) return LetterReason::assigned;
    if (is_in(named.asked)) return LetterReason::review_requested;
    return is_in(named.mentioned) ? LetterReason::mentioned : LetterReason::subscribed;
}

// Whoever does things wants to read of them, too, and has not asked not to hear of this one.
bool wants_own(db::Transaction& tx, const config::Settings& settings, const Recipient& actor, const Subject& subject)
{
    if (wish_of(settings, actor) != word_of(EmailNotifications::andyourown)) return false;
    return !subject.issue || issues::hearing_of(tx, actor.id, *subject.issue) != issues::Hearing::refused;
}

// Whoever did it is told as well, if they want to read of that, too: once, however many the others are.
std::vector<Recipient> recipients_of(db::Transaction& tx, const config::Settings& settings, const Notice& notice,
                                     const Subject& subject, std::vector<std::int64_t> told)
{
    if (notice.told == 0) told.push_back(notice.actor_id);
    db::Composition query("SELECT id, name, email, language, email_notifications FROM account"
                          " WHERE kind = 'individual' AND is_active AND NOT prohibit_login AND id IN ");
    query << bound(told);
    auto recipients = tx.all<Recipient>(query);
    const auto named = people_named(notice);
    for (auto& recipient : recipients) recipient.reason = reason_of(notice, named, recipient.id);
    std::erase_if(recipients, [&](const Recipient& recipient) {
        return recipient.id == notice.actor_id ? !wants_own(tx, settings, recipient, subject)
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

} // namespace

void put_letters(db::Transaction& tx, const config::Settings& settings, const mail::Outbox& outbox,
                 const Notice& notice, const Subject& subject, const std::vector<std::int64_t>& told)
{
    if (!settings.service.enable_notify_mail || !outbox.enabled()) return;
    const auto recipients = recipients_of(tx, settings, notice, subject, told);
    if (recipients.empty()) return;
    std::map<const words::Language*, mail::Letter> drafts;
    for (const Recipient& recipient : recipients) {
        if (!within_limit(tx, settings.mailer, recipient.id)) continue;
        const auto& in = words::choose_language(config::offered_languages(settings), recipient.language, "");
        auto found = drafts.find(&in);
        if (found == drafts.end()) found = drafts.emplace(&in, draft_letter(tx, settings, notice, subject, in)).first;
        auto letter = found->second;
        address_letter(
            letter, settings, subject, in,
            {.id = recipient.id, .name = recipient.name, .email = recipient.email, .reason = recipient.reason});
        outbox.put(tx, letter);
    }
}

} // namespace cairn::notifications
