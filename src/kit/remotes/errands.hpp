// Errands: threads for what takes long because a server elsewhere has to answer. Copies of repositories and mirrors are
// rows that wait to be done; each node of a site has its own errands on the same rows.
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::remotes {

// A row is somebody's for so long after he has last said that it is. Longer than a server elsewhere may be silent.
inline constexpr int lease_seconds = 600;

class Errands {
public:
    // Takes one row that waits and does it; false when none does. Returns early when it is asked to stop.
    using Errand = bool (*)(const api::Site&, const std::stop_token&);

    Errands(const api::Site& site, std::span<const Errand> errands) : site_(site), errands_(errands) { }
    ~Errands() { stop(); }
    Errands(const Errands&) = delete;
    Errands& operator=(const Errands&) = delete;

    // Until then nothing is done. The threads end with the object; what was under way begins anew after the next start.
    void start();

    // The program stops: who is at something, on a thread of ours or not, is asked to leave it for the next start.
    void stop() { stopping_.request_stop(); }
    std::stop_token stopping() const { return stopping_.get_token(); }

    // A row was written, in a transaction that may not be committed yet.
    void expect();

private:
    void work(const std::stop_token&);

    const api::Site& site_;
    std::span<const Errand> errands_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::size_t looks_ = 0; // that are still to be had because of what was expected
    std::stop_source stopping_;
    std::vector<std::jthread> threads_;
};

} // namespace cairn::remotes
