// The outbox: mail is written into the database with what causes it, and sent from there by a worker. So a mail is sent
// if and only if its cause was committed; one that no server takes now is tried again, and none is lost when the
// program ends.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/result.hpp"
#include "base/time.hpp"
#include "mail/letter.hpp"

namespace cairn::db {
class Database;
class Transaction;
} // namespace cairn::db
namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::mail {

struct OutgoingMail;

// There is one for the whole site, and each node of a site has its own on the same table.
class Outbox {
public:
    Outbox(db::Database&, const config::Settings&);
    ~Outbox(); // what is not sent yet is left for the next start
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;

    bool enabled() const;

    // In the transaction of the mail's cause. Does nothing where [mailer] is off.
    void put(db::Transaction&, const Letter&) const;

    // The work of put() without a mail: for answers that must take as long whether there is somebody to write to or
    // not.
    void pretend(db::Transaction&, const Letter&) const;

    // There is something to send: to be called after that transaction, so that the mail goes out at once.
    void wake();

private:
    std::int64_t insert(db::Transaction&, const Letter&) const;
    void work();
    bool send_next();
    void finish(const OutgoingMail&, const Result<void>& outcome) const;

    db::Database& db_;
    const config::Settings& settings_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool waiting_ = false; // something was put since the worker last looked
    std::atomic<bool> stopping_ = false;
    std::thread worker_;
};

} // namespace cairn::mail
