// Private to src/http: the coroutine that a connection's code is written as.
//
// Why not asio::awaitable: every operation of it is a coroutine frame of its own, goes through a type-erased executor,
// and cannot wait for anything that is not an Asio operation. A connection lives on one thread, and what it waits for
// (its socket, a worker, a signal) resumes it there; so all that is needed is a frame and who waits for it.
//
// GCC 12 compiles `while (a) if (!co_await b()) ...` into something else. A co_await therefore is a statement of its
// own, the initializer of a variable or the right side of an assignment, and stands in braces below an `if` or a loop.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace cairn::http {

template <class T> class Task;

namespace detail {

struct TaskPromiseBase {
    struct Final {
        bool await_ready() const noexcept { return false; }
        template <class Promise> void await_suspend(std::coroutine_handle<Promise> finished) const noexcept
        {
            // Resuming the waiter destroys the frame of `finished`, this awaiter included.
            if (const auto next = finished.promise().waiter) next.resume();
        }
        void await_resume() const noexcept { }
    };

    std::suspend_always initial_suspend() const noexcept { return {}; }
    Final final_suspend() const noexcept { return {}; }
    void unhandled_exception() { failure = std::current_exception(); }
    void check() const
    {
        if (failure) std::rethrow_exception(failure);
    }

    std::coroutine_handle<> waiter; // none while the task has not been suspended yet
    std::exception_ptr failure;
};

template <class T> struct TaskPromise : TaskPromiseBase {
    Task<T> get_return_object();
    void return_value(T result) { value.emplace(std::move(result)); }
    T take()
    {
        check();
        return std::move(*value);
    }

    std::optional<T> value;
};

template <> struct TaskPromise<void> : TaskPromiseBase {
    Task<void> get_return_object();
    void return_void() const noexcept { }
    void take() const { check(); }
};

} // namespace detail

// Starts when it is awaited. One that ends without having waited for anything returns like a function, so that a loop
// over such tasks needs no stack, whatever the compiler makes of tail calls.
template <class T = void> class [[nodiscard]] Task {
public:
    using promise_type = detail::TaskPromise<T>;

    explicit Task(std::coroutine_handle<promise_type> frame) : frame_(frame) { }
    Task(Task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) { }
    Task& operator=(Task&&) = delete;
    ~Task()
    {
        if (frame_) frame_.destroy();
    }

    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> caller)
    {
        frame_.resume();
        if (frame_.done()) return false;
        frame_.promise().waiter = caller;
        return true;
    }
    T await_resume() { return frame_.promise().take(); }

private:
    std::coroutine_handle<promise_type> frame_;
};

template <class T> Task<T> detail::TaskPromise<T>::get_return_object()
{
    return Task<T>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}

inline Task<void> detail::TaskPromise<void>::get_return_object()
{
    return Task<void>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}

// The root of a tree of tasks: runs at once, owns itself, and must not let an exception out.
struct Detached {
    struct promise_type { // NOLINT(readability-identifier-naming): the language looks for this name
        Detached get_return_object() const noexcept { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept { }
        void unhandled_exception() const noexcept { std::terminate(); }
    };
};

// Something that a task waits for until it is set, on the same thread. Setting it before the wait is remembered once.
class Signal {
public:
    void set()
    {
        if (waiter_) std::exchange(waiter_, nullptr).resume();
        else set_ = true;
    }

    bool await_ready() noexcept { return std::exchange(set_, false); }
    void await_suspend(std::coroutine_handle<> waiter) noexcept { waiter_ = waiter; }
    void await_resume() const noexcept { }

private:
    std::coroutine_handle<> waiter_;
    bool set_ = false;
};

} // namespace cairn::http
