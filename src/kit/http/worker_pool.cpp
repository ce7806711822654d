#include "http/worker_pool.hpp"

#include <algorithm>

namespace cairn::http {

WorkerPool::WorkerPool(unsigned size, std::size_t most_waiting) : size_(std::max(1U, size)), most_waiting_(most_waiting)
{
}

WorkerPool::~WorkerPool()
{
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    work_or_end_.notify_all();
    for (auto& thread : threads_) thread.join();
}

bool WorkerPool::submit(Job job, Room room)
{
    bool wake = false;
    {
        const std::scoped_lock lock(mutex_);
        const std::size_t free = idle_ + (size_ - threads_.size());
        if (room == Room::limited && queue_.size() >= free + most_waiting_) return false;
        if (queue_.size() >= idle_ && threads_.size() < size_) {
            threads_.emplace_back([this] { work(); });
            ++idle_;
        }
        queue_.push_back(std::move(job));
        wake = should_wake_one();
    }
    if (wake) work_or_end_.notify_one();
    return true;
}

// Waking a thread costs more than many a job. So only one is called at a time, and it calls the next when it is up and
// there is still something to do: short jobs are done by the few who are awake, long ones get all the threads.
bool WorkerPool::should_wake_one()
{
    if (queue_.empty() || sleeping_ == 0 || waking_) return false;
    waking_ = true;
    return true;
}

void WorkerPool::work()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        while (queue_.empty() && !ending_) {
            ++sleeping_;
            work_or_end_.wait(lock);
            --sleeping_;
            waking_ = false;
        }
        if (queue_.empty()) return;
        --idle_;
        auto job = std::move(queue_.front());
        queue_.pop_front();
        const bool wake = should_wake_one();
        lock.unlock();
        if (wake) work_or_end_.notify_one();
        job();
        job = nullptr; // what it holds must go before the thread counts as free
        lock.lock();
        ++idle_;
    }
}

} // namespace cairn::http
