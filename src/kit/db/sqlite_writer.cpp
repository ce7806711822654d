#include "db/sqlite_writer.hpp"

#include "base/blocking_guard.hpp"

namespace cairn::db::sqlite {

namespace {

// The log is moved into the file when it has as many pages as SQLite itself lets it have, and when nobody has written
// for a while: who reads has the file mapped, but has to search the log and copy from it.
constexpr int checkpoint_pages = 1000;
constexpr std::chrono::milliseconds checkpoint_pause{500};

// How often the lock is asked for.
constexpr int most_attempts = 3;

class OpenTransaction final : public Transaction {
public:
    explicit OpenTransaction(Connection& connection) : connection_(connection) { }

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        connection_.fetch(sql, form, values, container, into);
    }
    std::int64_t execute(Sql sql, std::span<const Value> values) override { return connection_.execute(sql, values); }
    std::optional<std::int64_t> try_execute(Sql sql, std::span<const Value> values) override
    {
        return connection_.try_execute(sql, values);
    }
    void run_script(std::string_view script) override { connection_.run_script(script); }

    Connection& connection_;
};

} // namespace

Writer::Writer(const std::string& path, Bounds bounds)
    : bounds_(bounds), connection_(path, Connection::Role::writer), committed_(connection_.committed())
{
    thread_ = std::thread(&Writer::serve, this);
}

Writer::~Writer()
{
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        arrived_.notify_one();
    }
    thread_.join();
}

void Writer::transact(const Work& work)
{
    before_blocking();
    if (std::this_thread::get_id() == thread_.get_id())
        throw std::logic_error("a write inside of a write would wait for itself");
    Job job{work};
    {
        std::unique_lock lock(mutex_);
        queue_.push_back(&job);
        arrived_.notify_one();
        job.finished.wait(lock, [&] { return job.done; });
    }
    if (job.error) std::rethrow_exception(job.error);
}

std::size_t Writer::waiting() const
{
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

void Writer::serve()
{
    std::unique_lock lock(mutex_);
    while (wait_for_work(lock)) {
        lock.unlock();
        run_group();
        lock.lock();
        // With the lock held: a job is its caller's, who leaves as soon as it can have the lock.
        for (Job* job : group_) {
            job->done = true;
            job->finished.notify_one();
        }
        group_.clear();
        if (connection_.log_pages() < checkpoint_pages) continue;
        lock.unlock();
        connection_.checkpoint();
        lock.lock();
    }
}

// False when it is time to stop, which is after the last job.
bool Writer::wait_for_work(std::unique_lock<std::mutex>& lock)
{
    const auto is_over = [this] { return stopping_ || !queue_.empty(); };
    if (connection_.log_pages() > 0 && !arrived_.wait_for(lock, checkpoint_pause, is_over)) {
        lock.unlock();
        connection_.checkpoint();
        lock.lock();
    }
    arrived_.wait(lock, is_over);
    return !queue_.empty();
}

Writer::Job* Writer::next()
{
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) return nullptr;
    Job* job = queue_.front();
    queue_.pop_front();
    group_.push_back(job);
    return job;
}

void Writer::run_group()
{
    try {
        begin();
    } catch (...) {
        while (next()) { }
        fail_group(std::current_exception());
        return;
    }
    try {
        run_jobs();
        OpenTransaction transaction(connection_);
        full_text_indexer_.index(transaction);
        connection_.execute("COMMIT");
        ++commits_;
    } catch (...) {
        fail_group(std::current_exception());
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

// Even the work that was refused fails: it may have been refused for what now has not happened.
void Writer::fail_group(const std::exception_ptr& error)
{
    for (Job* job : group_)
        if (!job->error) job->error = error;
}

void Writer::run_jobs()
{
    const auto deadline = std::chrono::steady_clock::now() + bounds_.time;
    do {
        Job* job = next();
        if (!job) return;
        run(*job);
    } while (group_.size() < bounds_.works && std::chrono::steady_clock::now() < deadline);
}

void Writer::run(Job& job)
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
