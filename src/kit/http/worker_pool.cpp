#include "http/worker_pool.hpp"

#include <algorithm>

#include "base/background.hpp"
#include "base/figures.hpp"
#include "base/work_for.hpp"

namespace cairn::http {

namespace {

Counter refused("cairn_http_busy_total", "", "Requests for which no worker was free in time.");

} // namespace

WorkerPool::WorkerPool(unsigned size, std::size_t most_waiting, Pace pace)
    : size_(std::max(1U, size)), most_waiting_(most_waiting), pace_(pace), turns_(size_)
{
}

WorkerPool::~WorkerPool()
{
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
        turns_.forget_shares();
    }
    work_or_end_.notify_all();
    for (auto& thread : threads_) thread.join();
}

bool WorkerPool::submit(Job job, Room room, Client client)
{
    bool wake = false;
    {
        const std::scoped_lock lock(mutex_);
        if (room == Room::limited && !has_room(client)) {
            refused.add();
            return false;
        }
        if (turns_.waiting() >= idle_ && threads_.size() < size_) {
            threads_.emplace_back([this] { work(); });
            ++idle_;
        }
        turns_.add(client, std::move(job));
        wake = should_wake_one();
    }
    if (wake) work_or_end_.notify_one();
    return true;
}

bool WorkerPool::has_room(Client client) const
{
    const std::size_t free = idle_ + (size_ - threads_.size());
    if (turns_.waiting() >= free + most_waiting_) return false;
    return client == nobody || turns_.waiting(client) < free + (most_waiting_ + 1) / 2;
}

// Waking a thread costs more than many a job. So only one is called at a time, and it calls the next when it is up and
// there is still something to do: short jobs are done by the few who are awake, long ones get all the threads.
bool WorkerPool::should_wake_one()
{
    if (sleeping_ == 0 || waking_ || !turns_.has_next()) return false;
    waking_ = true;
    return true;
}

void WorkerPool::work()
{
    if (pace_ == Pace::long_jobs) work_in_background();
    std::unique_lock lock(mutex_);
    for (;;) {
        auto begun = turns_.begin();
        while (!begun && !ending_) {
            ++sleeping_;
            work_or_end_.wait(lock);
            --sleeping_;
            waking_ = false;
            begun = turns_.begin();
        }
        if (!begun) return;
        --idle_;
        const auto client = Turns<Job>::client_of(begun->place);
        const bool wake = should_wake_one();
        lock.unlock();
        if (wake) work_or_end_.notify_one();
        {
            const WorkFor whose(client);
            begun->thing();
            begun->thing = nullptr; // what it holds must go before the thread counts as free
        }
        lock.lock();
        ++idle_;
        turns_.end(begun->place);
    }
}

} // namespace cairn::http
