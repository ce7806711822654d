#include "mail/outbox.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "mail/delivery.hpp"
#include "mail/message.hpp"

namespace cairn::mail {

struct OutgoingMail {
    std::int64_t id = 0;
    std::string recipient;
    std::string subject;
    std::string plain;
    std::string html;
    std::string message_id;
    std::string headers;       // "Name: value", a line for each
    std::int64_t attempts = 0; // with the one under way
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(OutgoingMail, (),
                      (id, recipient, subject, plain, html, message_id, headers, attempts, created_at))

namespace {

// Longer than a delivery can take: until then the mail is the worker's that took it.
constexpr std::int64_t lease_seconds = 300;
constexpr std::int64_t most_attempts = 12;
constexpr std::int64_t first_pause = 30;
constexpr std::int64_t longest_pause = 6 * 3600;
constexpr std::int64_t days_kept = 30; // of what could not be sent, for the operator to look at
// How long another node's mail, or one that is due again, may wait for somebody to notice.
constexpr auto look_again = std::chrono::seconds(15);

std::int64_t pause_after(std::int64_t attempts)
{
    return std::min(longest_pause, first_pause << std::min<std::int64_t>(attempts - 1, 20));
}

std::string joined(const Headers& headers)
{
    std::string lines;
    for (const auto& [name, value] : headers) {
        std::string line = name + ": " + value;
        std::ranges::replace(line, '\n', ' ');
        lines += line + "\n";
    }
    return lines;
}

Headers separated(std::string_view lines)
{
    Headers headers;
    for (const auto line : text::split(lines, '\n'))
        if (const auto colon = line.find(": "); colon != line.npos)
            headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    return headers;
}

Sender sender_of(const config::Settings& settings) { return {settings.general.app_name, settings.server.root_url}; }

} // namespace

Outbox::Outbox(db::Database& db, const config::Settings& settings) : db_(db), settings_(settings)
{
    if (enabled()) worker_ = std::thread([this] { work(); });
}

Outbox::~Outbox()
{
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (worker_.joinable()) worker_.join();
}

bool Outbox::enabled() const { return settings_.mailer.enabled; }

void Outbox::put(db::Transaction& tx, const Letter& letter) const
{
    if (enabled()) insert(tx, letter);
}

void Outbox::pretend(db::Transaction& tx, const Letter& letter) const
{
    if (enabled()) tx.run("DELETE FROM outgoing_mail WHERE id = $1", insert(tx, letter));
}

std::int64_t Outbox::insert(db::Transaction& tx, const Letter& letter) const
{
    const auto now = Time::now();
    const auto& mailer = settings_.mailer;
    const auto sender = sender_of(settings_);
    const auto subject = mailer.subject_prefix.empty() ? letter.subject : mailer.subject_prefix + " " + letter.subject;
    return tx.scalar<std::int64_t>(
        "INSERT INTO outgoing_mail (recipient, subject, plain, html, message_id, headers, created_at, due_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id",
        letter.to, subject, as_plain(letter, sender), mailer.send_as_plain_text ? "" : as_html(letter, sender),
        letter.message_id.empty() ? crypto::random_hex(16) + "@" + settings_.server.domain : letter.message_id,
        joined(letter.headers), now);
}

void Outbox::wake()
{
    {
        const std::lock_guard lock(mutex_);
        waiting_ = true;
    }
    changed_.notify_one();
}

void Outbox::work()
{
    while (!stopping_) {
        bool sent = false;
        try {
            sent = send_next();
        } catch (const std::exception& error) {
            log::error("the outbox could not be worked off", {{"error", error.what()}});
        }
        if (sent) continue;
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, look_again, [&] { return waiting_ || stopping_; });
        waiting_ = false;
    }
}

bool Outbox::send_next()
{
    const auto now = Time::now();
    // The second look at due_at is for PostgreSQL: two nodes may have chosen the same mail, and only one may take it.
    const auto mail = db_.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM outgoing_mail WHERE failed AND due_at < $1", Time{now.seconds - days_kept * 86400});
        return tx.first<OutgoingMail>(
            "UPDATE outgoing_mail SET due_at = $2, attempts = attempts + 1 WHERE due_at <= $1 AND id ="
            " (SELECT id FROM outgoing_mail WHERE NOT failed AND due_at <= $1 ORDER BY due_at, id LIMIT 1) RETURNING *",
            now, Time{now.seconds + lease_seconds});
    });
    if (!mail) return false;

    const auto from = parse_address(settings_.mailer.from);
    const auto to = parse_address(mail->recipient);
    const auto& envelope_from = settings_.mailer.envelope_from;
    auto outcome = [&]() -> Result<void> {
        if (!from || !to) return fail(Errc::unprocessable, "the address of the sender or of the recipient is none");
        const auto message = compose({.from = *from,
                                      .to = *to,
                                      .subject = mail->subject,
                                      .plain = mail->plain,
                                      .html = mail->html,
                                      .id = mail->message_id,
                                      .date = mail->created_at,
                                      .headers = separated(mail->headers)});
        return deliver(settings_.mailer, {.from = envelope_from.empty() ? from->email : envelope_from, .to = to->email},
                       message, stopping_);
    }();
    finish(*mail, outcome);
    return true;
}

void Outbox::finish(const OutgoingMail& mail, const Result<void>& outcome) const
{
    const auto now = Time::now();
    if (outcome) {
        db_.write([&](db::Transaction& tx) { tx.run("DELETE FROM outgoing_mail WHERE id = $1", mail.id); });
        return;
    }
    const auto& words = outcome.error().message;
    // A delivery that the program's own end has cut short does not count.
    const std::int64_t attempts = stopping_ ? mail.attempts - 1 : mail.attempts;
    const bool failed = outcome.error().code == Errc::unprocessable || attempts >= most_attempts;
    if (failed)
        log::error("a mail could not be sent",
                   {{"mail", std::to_string(mail.id)}, {"attempts", std::to_string(attempts)}, {"error", words}});
    else
        log::warn("a mail was not taken and will be tried again",
                  {{"mail", std::to_string(mail.id)}, {"attempts", std::to_string(attempts)}, {"error", words}});
    db_.write([&](db::Transaction& tx) {
        // What it said may hold a code that signs in: it is not kept any longer than it is of use.
        if (failed)
            tx.run("UPDATE outgoing_mail SET failed = TRUE, plain = '', html = '', last_error = $2, due_at = $3"
                   " WHERE id = $1",
                   mail.id, words, now);
        else
            tx.run("UPDATE outgoing_mail SET attempts = $2, last_error = $3, due_at = $4 WHERE id = $1", mail.id,
                   attempts, words, Time{now.seconds + (stopping_ ? 0 : pause_after(attempts))});
    });
}

} // namespace cairn::mail
