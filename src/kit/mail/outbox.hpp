// The outbox: mail is written into the database with what causes it, and sent from there by a job. So a mail is sent if
// and only if its cause was committed; one that no server takes now is tried again, and none is lost when the program
// ends. One whose server is killed between taking it and saying so is sent twice.
#pragma once

#include <functional>

#include "jobs/job.hpp"
#include "mail/letter.hpp"

namespace cairn::db {
class Database;
class Queries;
class Transaction;
} // namespace cairn::db
namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::jobs {
class Queue;
} // namespace cairn::jobs

namespace cairn::mail {

// There is one for the whole site. Any thread may use it.
class Outbox {
public:
    // Whether what a letter says of itself (Letter::due_while) still holds: asked right before it is sent, which may be
    // hours after it was written. One of which it does not hold is thrown away.
    using IsDue = std::function<bool(db::Queries&, std::string_view due_while)>;

    Outbox(db::Database& db, const config::Settings& settings, IsDue is_due = {})
        : db_(db), settings_(settings), is_due_(std::move(is_due))
    {
    }

    bool enabled() const;

    // In the transaction of the mail's cause, after which it goes out at once. Does nothing where [mailer] is off.
    void put(db::Transaction&, const Letter&) const;

    // The work of put() without a mail: for answers that must take as long whether there is somebody to write to or
    // not.
    void pretend(db::Transaction&, const Letter&) const;

    // The job that sends a mail: its key is the mail's id, its owner who gets it. The outbox must outlive the queue's
    // work.
    jobs::Kind job_kind(jobs::Queue&) const;

private:
    struct Written {
        std::int64_t mail = 0;
        std::int64_t job = 0;
    };
    Written insert(db::Transaction&, const Letter&) const;
    Result<jobs::Outcome> send(jobs::Queue&, const jobs::Job&, const std::stop_token&) const;

    db::Database& db_;
    const config::Settings& settings_;
    const IsDue is_due_;
};

} // namespace cairn::mail
