// The connections that read, one for each thread that does.
//
// They belong to the database; a thread only remembers which one is its own, and gives it back when it ends, for the
// next thread to take. So a thread may outlive a database, a database may be closed while threads remember it, and
// threads that come and go open no more connections than were ever needed at once.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "db/sqlite_connection.hpp"

namespace cairn::db::sqlite {

class Readers : public std::enable_shared_from_this<Readers> {
public:
    explicit Readers(std::string path);

    // The calling thread's connection.
    Connection& mine();

    // How many connections are open.
    std::size_t size() const;

    // Closes all connections. Nobody reads any more, but threads may still give theirs back.
    void close();

private:
    struct Borrowed;
    class ThreadsOwn;

    Connection& borrow();
    void give_back(Connection*);

    const std::string path_;
    const std::uint64_t id_; // never used again, as an address would be
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Connection>> all_;
    std::vector<Connection*> idle_;
};

} // namespace cairn::db::sqlite
