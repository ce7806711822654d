#include "mail/outbox.hpp"

#include <algorithm>
#include <atomic>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "jobs/queue.hpp"
#include "mail/delivery.hpp"
#include "mail/message.hpp"

namespace cairn::mail {

namespace {

constexpr const char* kind_name = "mail";

struct OutgoingMail {
    std::int64_t id = 0;
    std::string recipient;
    std::string subject;
    std::string plain;
    std::string html;
    std::string message_id;
    std::string headers; // "Name: value", a line for each
    std::string due_while;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(OutgoingMail, (),
                      (id, recipient, subject, plain, html, message_id, headers, due_while, created_at))

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

bool Outbox::enabled() const { return settings_.mailer.enabled; }

void Outbox::put(db::Transaction& tx, const Letter& letter) const
{
    if (enabled()) insert(tx, letter);
}

void Outbox::pretend(db::Transaction& tx, const Letter& letter) const
{
    if (!enabled()) return;
    const auto written = insert(tx, letter);
    tx.run("DELETE FROM outgoing_mail WHERE id = $1", written.mail);
    tx.run("DELETE FROM job WHERE id = $1", written.job);
}

Outbox::Written Outbox::insert(db::Transaction& tx, const Letter& letter) const
{
    const auto& mailer = settings_.mailer;
    const auto sender = sender_of(settings_);
    const auto subject = mailer.subject_prefix.empty() ? letter.subject : mailer.subject_prefix + " " + letter.subject;
    const auto mail = tx.scalar<std::int64_t>(
        "INSERT INTO outgoing_mail (recipient, subject, plain, html, message_id, headers, due_while, created_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        letter.to, subject, as_plain(letter, sender), mailer.send_as_plain_text ? "" : as_html(letter, sender),
        letter.message_id.empty() ? crypto::random_hex(16) + "@" + settings_.server.domain : letter.message_id,
        joined(letter.headers), letter.due_while, Time::now());
    const auto job = jobs::put(tx, {.kind = kind_name, .owner = letter.to, .key = std::to_string(mail)});
    return {mail, job};
}

jobs::Kind Outbox::job_kind(jobs::Queue& queue) const
{
    return {
        .name = kind_name,
        .handler = [this, &queue](const jobs::Job& job, const std::stop_token& stop) { return send(queue, job, stop); },
        .concurrency = 2,
        .lane = jobs::Lane::elsewhere,
        .retry = {.first_pause = 30, .longest_pause = 6 * 3600, .most_attempts = 12},
        // What it said may hold a code that signs in: it is not kept any longer than it is of use.
        .give_up = [](db::Transaction& tx,
                      const jobs::Job& job) { tx.run("DELETE FROM outgoing_mail WHERE id = $1", job.key_number()); }};
}

Result<jobs::Outcome> Outbox::send(jobs::Queue& queue, const jobs::Job& job, const std::stop_token& stop) const
{
    const auto mail = db_.first<OutgoingMail>("SELECT * FROM outgoing_mail WHERE id = $1", job.key_number());
    if (!mail) return fail(Errc::unprocessable, "what the mail said was not kept");
    const auto forget = [&] {
        db_.write([&](db::Transaction& tx) {
            tx.run("DELETE FROM outgoing_mail WHERE id = $1", mail->id);
            queue.settle(tx, job, jobs::Outcome::done());
        });
        return jobs::Outcome::settled();
    };
    if (!mail->due_while.empty() && is_due_ && !is_due_(db_, mail->due_while)) return forget();
    const auto from = parse_address(settings_.mailer.from);
    const auto to = parse_address(mail->recipient);
    if (!from || !to) return fail(Errc::unprocessable, "the address of the sender or of the recipient is none");
    const auto message = compose({.from = *from,
                                  .to = *to,
                                  .subject = mail->subject,
                                  .plain = mail->plain,
                                  .html = mail->html,
                                  .id = mail->message_id,
                                  .date = mail->created_at,
                                  .headers = separated(mail->headers)});
    const auto& envelope_from = settings_.mailer.envelope_from;
    std::atomic<bool> stopping = false;
    const std::stop_callback when_stopped(stop, [&] { stopping = true; });
    TRY(deliver(settings_.mailer, {.from = envelope_from.empty() ? from->email : envelope_from, .to = to->email},
                message, stopping));
    return forget();
}

} // namespace cairn::mail
