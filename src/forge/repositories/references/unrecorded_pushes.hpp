// Pushes that git has and the database has not, because it did not answer when they were to be recorded (pushes.hpp):
// they are recorded as soon as it does. Those that are still here when the server ends are tried once more; if in vain,
// they are found after its next start (branch_check.hpp).
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "repositories/references/pushes.hpp"

namespace cairn::git {
class Store;
} // namespace cairn::git

namespace cairn::repositories {

// A service of the site, safe from every thread. What it was made with outlives it.
class UnrecordedPushes {
public:
    // How long it waits before it tries again: at first, and at most, where it fails again and again.
    struct Pauses {
        std::chrono::milliseconds first = std::chrono::seconds(1);
        std::chrono::milliseconds longest = std::chrono::minutes(1);
    };

    UnrecordedPushes(db::Database&, const git::Store&, Pauses);
    ~UnrecordedPushes() = default;
    UnrecordedPushes(const UnrecordedPushes&) = delete;
    UnrecordedPushes& operator=(const UnrecordedPushes&) = delete;

    // What follows from it is told to this bus. Where very many wait already, it is left to branch_check.hpp.
    void add(const events::Bus&, std::int64_t repository_id, DonePush);

private:
    struct Waiting {
        const events::Bus* events;
        std::int64_t repository_id;
        DonePush push;
    };

    void work(const std::stop_token&);
    bool try_record(Waiting&) noexcept;

    db::Database& db_;
    const git::Store& store_;
    const Pauses pauses_;
    std::mutex mutex_;
    std::condition_variable_any added_;
    std::vector<Waiting> waiting_;
    std::size_t references_ = 0; // of all that wait, and of those that are being tried
    std::jthread worker_;        // begins with the first push; ends before the rest goes
};

} // namespace cairn::repositories
