// Private to src/http: threads on which the service may block, behind a queue that is never longer than agreed.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cairn::http {

class WorkerPool {
public:
    using Job = std::move_only_function<void()>; // must not throw

    // Threads are started when there is work for them, at most `size` of them.
    WorkerPool(unsigned size, std::size_t most_waiting);
    ~WorkerPool(); // after what is queued has been done
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // limited: false, and nothing happens, when no worker is free and as many jobs wait as may.
    // always: for a step of something that was begun already and would be lost without it.
    enum class Room : std::uint8_t { limited, always };
    bool submit(Job, Room = Room::limited);

private:
    void work();
    bool should_wake_one();

    const unsigned size_;
    const std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable work_or_end_;
    std::deque<Job> queue_;
    std::size_t idle_ = 0;     // threads that are not at a job, those just started included
    std::size_t sleeping_ = 0; // those of them that have to be woken
    bool waking_ = false;      // one has been called and is not up yet
    bool ending_ = false;
    std::vector<std::thread> threads_;
};

} // namespace cairn::http
