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

bool WorkerPool::submit(Job job, Room room, Client client)
{
    bool wake = false;
    {
        const std::scoped_lock lock(mutex_);
        const std::size_t free = idle_ + (size_ - threads_.size());
        if (room == Room::limited && queued_ >= free + most_waiting_) return false;
        const auto line = line_of(client);
        if (room == Room::limited && client != nobody && line->jobs.size() >= free + (most_waiting_ + 1) / 2) {
            leave(line);
            return false;
        }
        if (queued_ >= idle_ && threads_.size() < size_) {
            threads_.emplace_back([this] { work(); });
            ++idle_;
        }
        line->jobs.push_back(std::move(job));
        ++queued_;
        wake = should_wake_one();
    }
    if (wake) work_or_end_.notify_one();
    return true;
}

WorkerPool::Lines::iterator WorkerPool::line_of(Client client)
{
    const auto known = known_.find(client);
    if (known != known_.end()) return known->second;
    lines_.push_back({.client = client});
    const auto line = std::prev(lines_.end());
    known_.emplace(client, line);
    return line;
}

bool WorkerPool::may_run(const Line& line) const
{
    if (line.jobs.empty()) return false;
    if (line.client == nobody || line.running == 0 || ending_) return true;
    const auto left_by_others = size_ - std::min<std::size_t>(size_, running_ - line.running);
    return line.running < left_by_others - (left_by_others + 3) / 4;
}

// Who may not run has something running, so no more are passed over here than there are threads.
WorkerPool::Lines::iterator WorkerPool::next_line()
{
    return queued_ == 0 ? lines_.end()
                        : std::ranges::find_if(lines_, [this](const Line& line) { return may_run(line); });
}

void WorkerPool::leave(Lines::iterator line)
{
    if (!line->jobs.empty() || line->running > 0) return;
    known_.erase(line->client);
    lines_.erase(line);
}

// Waking a thread costs more than many a job. So only one is called at a time, and it calls the next when it is up and
// there is still something to do: short jobs are done by the few who are awake, long ones get all the threads.
bool WorkerPool::should_wake_one()
{
    if (sleeping_ == 0 || waking_ || next_line() == lines_.end()) return false;
    waking_ = true;
    return true;
}

void WorkerPool::work()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        auto line = next_line();
        while (line == lines_.end() && !ending_) {
            ++sleeping_;
            work_or_end_.wait(lock);
            --sleeping_;
            waking_ = false;
            line = next_line();
        }
        if (line == lines_.end()) return;
        --idle_;
        auto job = std::move(line->jobs.front());
        line->jobs.pop_front();
        --queued_;
        ++line->running;
        ++running_;
        lines_.splice(lines_.end(), lines_, line); // the others are next
        const bool wake = should_wake_one();
        lock.unlock();
        if (wake) work_or_end_.notify_one();
        job();
        job = nullptr; // what it holds must go before the thread counts as free
        lock.lock();
        ++idle_;
        --running_;
        --line->running;
        leave(line);
    }
}

} // namespace cairn::http
