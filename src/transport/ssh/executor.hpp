// The few threads that ask the database on behalf of SSH connections. A thread that reads keeps a connection to the
// database for as long as it lives, and those of clients may live for hours and do nothing.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace cairn::ssh {

class Executor {
public:
    explicit Executor(unsigned threads);
    ~Executor(); // what was asked is answered first
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    // What `question` returns or throws, on one of the threads.
    template <class F> auto ask(F&& question) -> std::invoke_result_t<F&>
    {
        std::packaged_task<std::invoke_result_t<F&>()> task(std::ref(question));
        auto answer = task.get_future();
        put([&task] { task(); });
        return answer.get();
    }

private:
    void put(std::function<void()>);
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    bool closing_ = false;
    std::vector<std::jthread> threads_;
};

} // namespace cairn::ssh
