// The connections to PostgreSQL: a bounded number, handed to whoever comes, opened when first needed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "db/postgres_connection.hpp"

namespace cairn::db::postgres {

// Any thread may take a connection; the one that has it uses it alone and gives it back before it takes another. The
// pool outlives its leases.
class Pool {
public:
    // A connection on loan. It returns to the pool, or is closed if the next one could not use it.
    class Lease {
    public:
        Lease(Pool& pool, std::unique_ptr<Connection> connection) : pool_(&pool), connection_(std::move(connection)) { }
        ~Lease() { pool_->give_back(std::move(connection_)); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        Connection& operator*() const { return *connection_; }
        Connection* operator->() const { return connection_.get(); }

    private:
        Pool* pool_;
        std::unique_ptr<Connection> connection_;
    };

    explicit Pool(const Options&, std::chrono::milliseconds longest_wait = std::chrono::seconds(10));

    // Waits while all connections are on loan; throws DatabaseError when that takes too long or none can be opened.
    Lease take();

    // After a connection was lost: the server has probably gone away from all that lie here.
    void close_idle();

    const Options& options() const { return options_; }

private:
    void give_back(std::unique_ptr<Connection>);

    const Options options_;
    const std::size_t most_;
    const std::chrono::milliseconds longest_wait_;
    std::mutex mutex_;
    std::condition_variable returned_;
    std::size_t on_loan_ = 0;
    std::vector<std::unique_ptr<Connection>>
        idle_; // the last one back is the first one out, so that its caches are warm
};

} // namespace cairn::db::postgres
