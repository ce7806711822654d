// Private to src/http: threads on which the service may block, behind a queue that is never longer than agreed and that
// is shared out fairly among those who wait in it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

namespace cairn::http {

// Any thread may submit. Clients take turns, so that somebody's first job waits for nobody's tenth. One client has at
// most three quarters of the threads that others have left it: there is always one for whoever comes next.
class WorkerPool {
public:
    using Job = std::move_only_function<void()>; // must not throw

    // Whose job it is. Nobody's jobs are steps of what was begun already: they have no share to keep to.
    using Client = std::uint64_t;
    static constexpr Client nobody = 0;

    // Threads are started when there is work for them, at most `size` of them.
    WorkerPool(unsigned size, std::size_t most_waiting);
    ~WorkerPool(); // after what is queued has been done
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // limited: false, and nothing happens, when no worker is free and as many jobs wait as may; half of them may be one
    // client's.
    // always: for a step of something that was begun already and would be lost without it.
    enum class Room : std::uint8_t { limited, always };
    bool submit(Job, Room = Room::limited, Client = nobody);

private:
    struct Line {
        Client client = nobody;
        std::deque<Job> jobs{};
        std::size_t running = 0;
    };
    using Lines = std::list<Line>;

    void work();
    bool should_wake_one();
    bool may_run(const Line&) const;
    Lines::iterator next_line(); // in lines_; its end when nothing may be run now
    Lines::iterator line_of(Client);
    void leave(Lines::iterator);

    const unsigned size_;
    const std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable work_or_end_;
    Lines lines_; // of those who wait or have something running; whoever's turn is next is first
    std::unordered_map<Client, Lines::iterator> known_;
    std::size_t queued_ = 0;
    std::size_t running_ = 0;
    std::size_t idle_ = 0;     // threads that are not at a job, those just started included
    std::size_t sleeping_ = 0; // those of them that have to be woken
    bool waking_ = false;      // one has been called and is not up yet
    bool ending_ = false;
    std::vector<std::thread> threads_;
};

} // namespace cairn::http
