// The one thread that writes to a file of SQLite.
//
// SQLite has one writer at a time, and a commit waits for the disk. So all who write queue here, and what has queued
// up while the disk was busy is committed together: each piece of work in a savepoint of its own, which an error undoes
// without touching the others, and all of them on disk before anyone is told.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "db/full_text_indexer.hpp"
#include "db/sqlite_connection.hpp"
#include "db/sqlite_state.hpp"
#include "db/write_queue.hpp"

namespace cairn::db::sqlite {

class Writer {
public:
    using Work = WriteQueue::Work;

    // Of a group, so that its first caller does not wait for ever more newcomers.
    struct Bounds {
        std::size_t works = 256;
        std::chrono::milliseconds time{20};
    };

    explicit Writer(const std::string& path) : Writer(path, Bounds()) { }
    Writer(const std::string& path, Bounds);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    // Returns when the work is on disk, or was undone because it returned false; throws what it or the commit threw.
    void transact(const Work&);

    // Good for as long as this lives.
    const CommittedState& committed() const { return committed_; }

    std::uint64_t commits() const { return commits_; }
    std::size_t waiting() const { return queue_.waiting(); }

private:
    void serve();
    bool wait_for_work();
    void begin();
    void run_group();
    void run_jobs();
    void run(WriteQueue::Job&);

    const Bounds bounds_;
    Connection connection_;
    CommittedState committed_;
    FullTextIndexer full_text_indexer_;
    WriteQueue queue_;
    WriteQueue::Group group_; // what the transaction under way is made of
    std::atomic<std::uint64_t> commits_ = 0;

    std::thread thread_; // last, so that it starts when all else is there
};

} // namespace cairn::db::sqlite
