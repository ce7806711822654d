#include "notifications/letters.hpp"

#include <map>
#include <utility>

#include "config/languages.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/subscription.hpp"
#include "mail/outbox.hpp"
#include "notifications/letter_draft.hpp"
#include "words/language.hpp"

namespace cairn::notifications {

using db::bound;

namespace {

struct Recipient {
    std::int64_t id = 0;
    std::string name;
    std::string email;
    std::string language;
    std::int64_t letter = 0; // the number of a LetterReason

    LetterReason reason() const { return static_cast<LetterReason>(letter); }
};
BOOST_DESCRIBE_STRUCT(Recipient, (), (id, name, email, language, letter))

std::int64_t number_of(LetterReason reason) { return std::to_underlying(reason); }

// How much the account `a` wants by mail at all: what was chosen, or the site's default.
void add_wish(db::Composition& query, const config::Settings& settings)
{
    query << "CASE WHEN a.email_notifications = '' THEN CAST("
          << bound(word_of(settings.admin.default_email_notifications)) << " AS TEXT) ELSE a.email_notifications END";
}

// Those of the audience up to the account `last` who want a letter: for the reason that they have, and at all.
std::vector<Recipient> recipients_of(db::Transaction& tx, const config::Settings& settings, const Notice& notice,
                                     const Subject& subject, std::int64_t last)
{
    db::Composition query("SELECT a.id, a.name, a.email, a.language, c.letter");
    add_audience(query, notice, subject);
    query << " AND a.id <= " << bound(last) << " AND NOT a.prohibit_login AND c.letter IS NOT NULL AND ";
    add_wish(query, settings);
    query << " IN ('enabled', 'andyourown', CASE WHEN c.letter < " << bound(number_of(LetterReason::subscribed))
          << " THEN 'onmention' ELSE 'enabled' END) ORDER BY a.id";
    return tx.all<Recipient>(query);
}

// Whoever did it, if they want to read of that, too, and have not asked not to hear of this one.
std::optional<Recipient> actor_of(db::Transaction& tx, const config::Settings& settings, const Notice& notice,
                                  const Subject& subject)
{
    db::Composition query("SELECT a.id, a.name, a.email, a.language, CAST(");
    query << bound(number_of(LetterReason::your_activity))
          << " AS BIGINT) AS letter FROM account a WHERE a.kind = 'individual' AND a.is_active AND NOT a.prohibit_login"
             " AND a.id = "
          << bound(notice.actor_id) << " AND ";
    add_wish(query, settings);
    query << " = 'andyourown'";
    auto actor = tx.first<Recipient>(query);
    if (actor && subject.issue && issues::hearing_of(tx, actor->id, *subject.issue) == issues::Hearing::refused)
        return {};
    return actor;
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
    std::vector<Recipient> recipients;
    if (!told.empty()) recipients = recipients_of(tx, settings, notice, subject, told.back());
    // Once, however many the others are.
    if (notice.told == 0)
        if (auto actor = actor_of(tx, settings, notice, subject)) recipients.push_back(std::move(*actor));
    std::map<const words::Language*, mail::Letter> drafts;
    for (const Recipient& recipient : recipients) {
        if (!within_limit(tx, settings.mailer, recipient.id)) continue;
        const auto& in = words::choose_language(config::offered_languages(settings), recipient.language, "");
        auto found = drafts.find(&in);
        if (found == drafts.end()) found = drafts.emplace(&in, draft_letter(tx, settings, notice, subject, in)).first;
        auto letter = found->second;
        address_letter(
            letter, settings, subject, in,
            {.id = recipient.id, .name = recipient.name, .email = recipient.email, .reason = recipient.reason()});
        outbox.put(tx, letter);
    }
}

} // namespace cairn::notifications
