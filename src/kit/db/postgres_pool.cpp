#include "db/postgres_pool.hpp"

#include <algorithm>

#include "base/figures.hpp"
#include "base/spending.hpp"

namespace cairn::db::postgres {

namespace {

Gauge in_use("cairn_database_connections_in_use", "", "Connections to PostgreSQL that somebody uses.");
TimeCounter waited("cairn_database_connection_wait_seconds_total", "",
                   "Time that was waited for a connection to PostgreSQL.");
Counter refused("cairn_database_connection_refused_total", "", "Who found no connection to PostgreSQL in time.");
Counter opened("cairn_database_connections_opened_total", "", "Connections to PostgreSQL that were opened.");

// A wait that a trace tells of.
constexpr std::chrono::milliseconds worth_a_word{1};

} // namespace

Pool::Pool(const Options& options, std::chrono::milliseconds longest_wait)
    : options_(options), most_(std::max(options.connections, 1U)), longest_wait_(longest_wait)
{
    idle_.reserve(most_); // giving back happens in destructors and must not fail
}

Pool::Lease Pool::take()
{
    {
        const TimeCounter::Watch watch(waited);
        const SpendingWatch spending(&Spent::database, "wait for a connection", {.least = worth_a_word});
        std::unique_lock lock(mutex_);
        if (!returned_.wait_for(lock, longest_wait_, [&] { return on_loan_ < most_; })) {
            refused.add();
            throw Unavailable("all " + std::to_string(most_) + " connections to PostgreSQL have been in use for "
                              + std::to_string(longest_wait_.count()) + " ms");
        }
        ++on_loan_;
        in_use.add(1);
        if (!idle_.empty()) {
            auto connection = std::move(idle_.back());
            idle_.pop_back();
            return {*this, std::move(connection)};
        }
    }
    try {
        opened.add();
        return {*this, std::make_unique<Connection>(options_)};
    } catch (...) {
        give_back(nullptr);
        throw;
    }
}

void Pool::close_idle()
{
    std::vector<std::unique_ptr<Connection>> closing;
    closing.reserve(most_);
    const std::lock_guard lock(mutex_);
    closing.swap(idle_);
}

void Pool::give_back(std::unique_ptr<Connection> connection)
{
    if (connection && !connection->is_usable()) connection.reset();
    const std::lock_guard lock(mutex_);
    --on_loan_;
    in_use.add(-1);
    if (connection) idle_.push_back(std::move(connection));
    returned_.notify_one();
}

} // namespace cairn::db::postgres
