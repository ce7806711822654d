#include "db/sqlite_readers.hpp"

#include <algorithm>
#include <thread>

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
    if (const auto near = idle_.take_near()) return **near;
    if (size() >= std::max(std::thread::hardware_concurrency(), 1U))
        if (const auto any = idle_.take_any()) return **any;
    auto opened = std::make_unique<Connection>(path_, Connection::Role::reader);
    const std::lock_guard lock(mutex_);
    idle_.reserve(all_.size() + 1); // taking back must not fail
    return *all_.emplace_back(std::move(opened));
}

void Readers::take_back(Connection& connection) noexcept { idle_.give_back(&connection); }

} // namespace cairn::db::sqlite
