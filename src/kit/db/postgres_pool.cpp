#include "db/postgres_pool.hpp"

#include <algorithm>

namespace cairn::db::postgres {

Pool::Pool(const Options& options, std::chrono::milliseconds longest_wait)
    : options_(options), most_(std::max(options.connections, 1U)), longest_wait_(longest_wait)
{
    idle_.reserve(most_); // giving back happens in destructors and must not fail
}

Pool::Lease Pool::take()
{
    {
        std::unique_lock lock(mutex_);
        if (!returned_.wait_for(lock, longest_wait_, [&] { return on_loan_ < most_; }))
            throw Unavailable("all " + std::to_string(most_) + " connections to PostgreSQL have been in use for "
                              + std::to_string(longest_wait_.count()) + " ms");
        ++on_loan_;
        if (!idle_.empty()) {
            auto connection = std::move(idle_.back());
            idle_.pop_back();
            return {*this, std::move(connection)};
        }
    }
    try {
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
    if (connection) idle_.push_back(std::move(connection));
    returned_.notify_one();
}

} // namespace cairn::db::postgres
