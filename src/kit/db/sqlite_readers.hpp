// The connections that read: one for each processor, because what it has read before is still in that one's caches, and
// as many as ever read at once, whoever does.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/per_cpu_pool.hpp"
#include "db/sqlite_connection.hpp"

namespace cairn::db::sqlite {

// Any thread may borrow, and two never have the same connection. Outlives its loans.
class Readers {
public:
    explicit Readers(std::string path);

    // Has one connection for as long as it lives.
    class Loan {
    public:
        explicit Loan(Readers& home) : home_(home), lent_(home.lend()) { }
        ~Loan() { home_.take_back(lent_); }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;

        Connection* operator->() const { return &lent_; }

    private:
        Readers& home_;
        Connection& lent_;
    };

    // How many connections are open.
    std::size_t size() const;

private:
    Connection& lend();
    void take_back(Connection&) noexcept;

    const std::string path_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Connection>> all_;
    PerCpuPool<Connection*> idle_;
};

} // namespace cairn::db::sqlite
