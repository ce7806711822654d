#include "db/files_hold.hpp"

#include <chrono>

#include "base/log.hpp"
#include "db/database.hpp"

namespace cairn::db {

namespace {

constexpr std::int64_t believed = 600; // seconds
constexpr std::chrono::seconds between_renewals(60);

} // namespace

bool files_are_held(Queries& db)
{
    return db.first<std::int64_t>("SELECT id FROM files_hold WHERE until > $1 LIMIT 1", Time::now()).has_value();
}

FilesHold::FilesHold(Database& db)
    : db_(db), id_(db.write([](Transaction& tx) {
          tx.run("DELETE FROM files_hold WHERE until < $1", Time::now());
          return tx.scalar<std::int64_t>("INSERT INTO files_hold (until) VALUES ($1) RETURNING id",
                                         Time::now().seconds + believed);
      })),
      renewing_([this](const std::stop_token& stop) { renew(stop); })
{
}

FilesHold::~FilesHold()
{
    renewing_.request_stop();
    renewing_.join();
    try {
        db_.write([this](Transaction& tx) { tx.run("DELETE FROM files_hold WHERE id = $1", id_); });
    } catch (const std::exception& error) {
        log::warn("files stay held for a few minutes", {{"error", error.what()}});
    }
}

void FilesHold::renew(const std::stop_token& stop)
{
    std::unique_lock lock(mutex_);
    while (!stopped_.wait_for(lock, stop, between_renewals, [&stop] { return stop.stop_requested(); })) {
        try {
            db_.write([this](Transaction& tx) {
                tx.run("UPDATE files_hold SET until = $2 WHERE id = $1", id_, Time::now().seconds + believed);
            });
        } catch (const std::exception& error) {
            log::warn("the hold on files could not be renewed", {{"error", error.what()}});
        }
    }
}

} // namespace cairn::db
