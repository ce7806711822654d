// The bookkeeper: a thread of the site that does what follows from pushes and nobody should wait for. After a start it
// records what a killed server has left unrecorded (branch_check.hpp); from then on it counts the figures of
// repositories that have changed: size, languages, licenses (figures.hpp), and does the chores of rooms above.
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>

#include "remotes/errands.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::repositories {

// Each node of a site has its own on the same tables.
class Bookkeeper {
public:
    // One piece of what is due; false when nothing is.
    using Chore = bool (*)(const api::Site&);

    explicit Bookkeeper(const api::Site& site, std::span<const Chore> chores = {},
                        std::span<const remotes::Errands::Errand> errands = {})
        : site_(site), chores_(chores), errands_(site, errands)
    {
    }

    // Until then nothing is done. The thread ends with the object; what it has not done, it does after the next start.
    void start();

    // Those who do what has to wait for servers elsewhere, so that nothing here waits for it.
    remotes::Errands& errands() { return errands_; }

    // Figures are outdated: to be called after the transaction that has put them into the table.
    void wake();

    // Something was written for a chore, in a transaction that may not be committed yet.
    void expect();

private:
    void work(const std::stop_token&);
    bool count_next();
    bool nap(const std::stop_token&);

    const api::Site& site_;
    std::span<const Chore> chores_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool waiting_ = false; // something was put since the thread last looked
    int looks_ = 0;        // how often it still looks again soon, because something is about to be put
    std::jthread thread_;
    remotes::Errands errands_;
};

} // namespace cairn::repositories
