// For tests of caches: three who read a number while it is written, again and again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace cairn::cache {

// How many reads gave a number that is older than a write that had returned before they began. Now and then the writer
// waits for so many reads, so that something could be kept.
inline int stale_reads(const std::function<void(std::int64_t)>& write, const std::function<std::int64_t()>& read,
                       int reads_to_keep)
{
    std::atomic<std::int64_t> written = 0;
    std::atomic<int> old = 0;
    std::atomic<int> reads = 0;
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i)
        readers.emplace_back([&](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                const auto least = written.load();
                if (read() < least) ++old;
                ++reads;
            }
        });
    for (std::int64_t i = 1; i <= 200; ++i) {
        write(i);
        written = i;
        if (i % 10 == 0)
            for (const int least = reads + reads_to_keep; reads < least;) std::this_thread::yield();
    }
    readers.clear();
    return old;
}

} // namespace cairn::cache
