// The herald tells people what happened: it takes notices from the database and makes notifications and mails of them,
// in the background, so that nobody who opens an issue waits until thousands have heard of it. What was committed is
// told, if need be after the next start; what was not is never told.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "notifications/notice.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::mail {
class Outbox;
} // namespace cairn::mail

namespace cairn::notifications {

// There is one for the whole site, and each node of a site has its own on the same table.
class Herald {
public:
    Herald(db::Database&, const config::Settings&, mail::Outbox&);
    ~Herald();
    Herald(const Herald&) = delete;
    Herald& operator=(const Herald&) = delete;

    // A notice was written, in a transaction that is not committed yet.
    void expect();

private:
    void tell_some();
    void work();

    db::Database& db_;
    const config::Settings& settings_;
    mail::Outbox& outbox_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool expecting_ = true; // something may be there that was not told; at the start, from before
    bool stopping_ = false;
    std::thread worker_;
};

} // namespace cairn::notifications
