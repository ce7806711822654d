#include "db/sqlite_readers.hpp"

namespace cairn::db::sqlite {

Readers::Readers(std::string path) : path_(std::move(path))
{
    const Loan first(*this); // what prevents reading is told now
}

std::size_t Readers::size() const
{
    const std::lock_guard lock(mutex_);
    return all_.size();
}

Connection& Readers::lend()
{
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            Connection* connection = idle_.back();
            idle_.pop_back();
            return *connection;
        }
    }
    auto opened = std::make_unique<Connection>(path_, Connection::Role::reader);
    const std::lock_guard lock(mutex_);
    idle_.reserve(all_.size() + 1); // taking back must not fail
    return *all_.emplace_back(std::move(opened));
}

void Readers::take_back(Connection& connection) noexcept
{
    const std::lock_guard lock(mutex_);
    idle_.push_back(&connection);
}

} // namespace cairn::db::sqlite
