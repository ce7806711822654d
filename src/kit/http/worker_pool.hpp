// Private to src/http: threads on which the service may block, behind a queue that is never longer than agreed and that
// is shared out fairly among those who wait in it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/turns.hpp"

namespace cairn::http {

// Any thread may submit. Clients take turns (base/turns.hpp), and a job runs as its client's (base/work_for.hpp).
class WorkerPool {
public:
    using Job = std::move_only_function<void()>; // must not throw

    // Whose job it is. Nobody's jobs are steps of what was begun already: they have no share to keep to.
    using Client = Turns<Job>::Client;
    static constexpr Client nobody = Turns<Job>::nobody;

    // What works long leaves the processor to those who have a short answer to give.
    enum class Pace : std::uint8_t { short_jobs, long_jobs };

    // Threads are started when there is work for them, at most `size` of them.
    WorkerPool(unsigned size, std::size_t most_waiting, Pace = Pace::short_jobs);
    ~WorkerPool(); // after what is queued has been done
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // limited: false, and nothing happens, when no worker is free and as many jobs wait as may; half of them may be one
    // client's.
    // always: for a step of something that was begun already and would be lost without it.
    enum class Room : std::uint8_t { limited, always };
    bool submit(Job, Room = Room::limited, Client = nobody);

private:
    void work();
    bool has_room(Client) const;
    bool should_wake_one();

    const unsigned size_;
    const std::size_t most_waiting_;
    const Pace pace_;
    std::mutex mutex_;
    std::condition_variable work_or_end_;
    Turns<Job> turns_;
    std::size_t idle_ = 0;     // threads that are not at a job, those just started included
    std::size_t sleeping_ = 0; // those of them that have to be woken
    bool waking_ = false;      // one has been called and is not up yet
    bool ending_ = false;
    std::vector<std::thread> threads_;
};

} // namespace cairn::http
