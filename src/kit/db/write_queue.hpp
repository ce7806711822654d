// Writes that wait for the one thread that commits them in groups.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

#include "base/blocking_guard.hpp"

namespace cairn::db {

class Transaction;

// Any thread may run(); all else is for the thread that commits.
class WriteQueue {
public:
    using Work = std::function<bool(Transaction&)>;

    // A write whose caller waits for it.
    struct Job {
        const Work& work;
        std::exception_ptr error{};
        bool done = false;
        std::condition_variable finished{};
    };
    using Group = std::vector<Job*>;

    // Returns when the work is finished; throws its error.
    void run(const Work& work)
    {
        before_blocking();
        Job job{work};
        {
            std::unique_lock lock(mutex_);
            queue_.push_back(&job);
            arrived_.notify_one();
            job.finished.wait(lock, [&] { return job.done; });
        }
        if (job.error) std::rethrow_exception(job.error);
    }

    // Waits for a job. False when it is time to stop, which is after the last one.
    bool wait()
    {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [this] { return is_over(); });
        return !queue_.empty();
    }
    // False when there was none for so long.
    bool wait_for(std::chrono::milliseconds pause)
    {
        std::unique_lock lock(mutex_);
        return arrived_.wait_for(lock, pause, [this] { return is_over(); });
    }

    // Moves the first job into the group; false where there is none.
    bool take(Group& group)
    {
        const std::lock_guard lock(mutex_);
        if (queue_.empty()) return false;
        group.push_back(queue_.front());
        queue_.pop_front();
        return true;
    }

    // Lets the callers go, and forgets the group.
    void finish(Group& group)
    {
        // With the lock held: a job is its caller's, who leaves as soon as it can have the lock.
        const std::lock_guard lock(mutex_);
        for (Job* job : group) {
            job->done = true;
            job->finished.notify_one();
        }
        group.clear();
    }

    void stop()
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        arrived_.notify_one();
    }

    std::size_t waiting() const
    {
        const std::lock_guard lock(mutex_);
        return queue_.size();
    }

private:
    bool is_over() const { return stopping_ || !queue_.empty(); }

    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Job*> queue_;
    bool stopping_ = false;
};

// Even the work that was refused fails: it may have been refused for what now has not happened.
inline void fail_group(const WriteQueue::Group& group, const std::exception_ptr& error)
{
    for (auto* job : group)
        if (!job->error) job->error = error;
}

} // namespace cairn::db
