#include "ssh/executor.hpp"

namespace cairn::ssh {

Executor::Executor(unsigned threads)
{
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Executor::~Executor()
{
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
}

void Executor::put(std::function<void()> task)
{
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(task));
    }
    changed_.notify_one();
}

void Executor::work()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const auto task = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
}

} // namespace cairn::ssh
