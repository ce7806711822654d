// A signal between threads of this process: whoever has something for another to look at raises it.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace cairn::db {

// Any thread may call any of it.
class Signal {
public:
    // Who is told from now on; an empty function: nobody. After it has returned, the one before is not called any more.
    void connect(std::function<void()> listener)
    {
        const std::lock_guard lock(mutex_);
        listener_ = std::move(listener);
    }

    // The listener is called before this returns. It must not wait, nor raise or connect.
    void raise()
    {
        const std::lock_guard lock(mutex_);
        if (listener_) listener_();
    }

private:
    std::mutex mutex_;
    std::function<void()> listener_;
};

} // namespace cairn::db
