#include "db/sqlite_writer.hpp"

#include "db/commit_counter.hpp"
#include "db/sqlite_transaction.hpp"

namespace cairn::db::sqlite {

namespace {

CommitCounter group_commits(R"(of="group",engine="sqlite")");

// The log is moved into the file when it has as many pages as SQLite itself lets it have, and when nobody has written
// for a while: who reads has the file mapped, but has to search the log and copy from it.
constexpr int checkpoint_pages = 1000;
constexpr std::chrono::milliseconds checkpoint_pause{500};

// How often the lock is asked for.
constexpr int most_attempts = 3;

} // namespace

Writer::Writer(const std::string& path, Bounds bounds)
    : bounds_(bounds), connection_(path, Connection::Role::writer), committed_(connection_.committed())
{
    thread_ = std::thread(&Writer::serve, this);
}

Writer::~Writer()
{
    queue_.stop();
    thread_.join();
}

void Writer::transact(const Work& work)
{
    if (std::this_thread::get_id() == thread_.get_id())
        throw std::logic_error("a write inside of a write would wait for itself");
    queue_.run(work);
}

void Writer::serve()
{
    while (wait_for_work()) {
        run_group();
        queue_.finish(group_);
        if (connection_.log_pages() >= checkpoint_pages) connection_.checkpoint();
    }
}

// False when it is time to stop, which is after the last job.
bool Writer::wait_for_work()
{
    if (connection_.log_pages() > 0 && !queue_.wait_for(checkpoint_pause)) connection_.checkpoint();
    return queue_.wait();
}

void Writer::run_group()
{
    try {
        begin();
    } catch (...) {
        while (queue_.take(group_)) { }
        fail_group(group_, std::current_exception());
        return;
    }
    try {
        run_jobs();
        OpenTransaction transaction(connection_);
        full_text_indexer_.index(transaction);
        connection_.execute("COMMIT");
        ++commits_;
        group_commits.count();
    } catch (...) {
        fail_group(group_, std::current_exception());
        connection_.rollback();
    }
}

// Another process has the lock now and then; each attempt waits for it as long as a connection does.
void Writer::begin()
{
    for (int attempt = 1;; ++attempt) {
        try {
            connection_.execute("BEGIN IMMEDIATE");
            return;
        } catch (const Unavailable&) {
            if (attempt == most_attempts) throw;
        }
    }
}

void Writer::run_jobs()
{
    const auto deadline = std::chrono::steady_clock::now() + bounds_.time;
    do {
        if (!queue_.take(group_)) return;
        run(*group_.back());
    } while (group_.size() < bounds_.works && std::chrono::steady_clock::now() < deadline);
}

void Writer::run(WriteQueue::Job& job)
{
    bool keep = false;
    connection_.execute("SAVEPOINT job");
    try {
        OpenTransaction transaction(connection_);
        keep = job.work(transaction);
        if (keep && connection_.has_open_references())
            throw DatabaseError("a foreign key points to a row that does not exist");
    } catch (...) {
        job.error = std::current_exception();
        keep = false;
    }
    // What has made it do that (a full disk, say) is what all of them have met.
    if (!connection_.in_transaction() && job.error) std::rethrow_exception(job.error);
    if (!connection_.in_transaction())
        throw DatabaseError("SQLite has rolled back all that was to be committed with it");
    if (!keep) connection_.execute("ROLLBACK TO job");
    connection_.execute("RELEASE job");
}

} // namespace cairn::db::sqlite
