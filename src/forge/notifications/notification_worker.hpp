// The notification worker tells people what happened: it makes notifications and mails of notices, in the background,
// so that nobody who opens an issue waits until thousands have heard of it. What was committed is told, if need be
// after the next start; what was not is never told.
//
// It is a job (jobs/queue.hpp) for each repository in which something has happened. The notices of a repository are
// told in their order, each exactly once: what was told and that it was is one transaction.
#pragma once

#include "jobs/job.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::jobs {
class Queue;
} // namespace cairn::jobs
namespace cairn::live {
class Hub;
} // namespace cairn::live
namespace cairn::mail {
class Outbox;
} // namespace cairn::mail

namespace cairn::notifications {

struct Services {
    db::Database& db;
    const config::Settings& settings;
    const mail::Outbox& outbox;
    jobs::Queue& queue;
    live::Hub& hub;
};
// What it is given must outlive the queue's work.
jobs::Kind notification_kind(const Services&);

} // namespace cairn::notifications
