// Private to src/http: what all bodies that are received whole may take together, so that no number of clients can fill
// the memory or the disk with them.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace cairn::http {

// Any thread may call anything.
class BodyBudget {
public:
    // `most` bytes in all, of which one client has at most a quarter, but always one body of `one_body`; and
    // `in_memory` of them in memory, the rest in files.
    BodyBudget(std::uint64_t most, std::uint64_t one_body, std::uint64_t in_memory);

    // False, and nothing is taken, when there is no more.
    bool take(std::uint64_t client, std::uint64_t bytes);
    void give(std::uint64_t client, std::uint64_t bytes);
    bool take_memory(std::uint64_t bytes);
    void give_memory(std::uint64_t bytes) { memory_.fetch_sub(bytes, std::memory_order_relaxed); }

private:
    const std::uint64_t most_;
    const std::uint64_t most_of_one_;
    const std::uint64_t most_memory_;
    std::atomic<std::uint64_t> memory_ = 0;
    std::mutex mutex_;
    std::uint64_t taken_ = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> clients_; // those who have something
};

} // namespace cairn::http
