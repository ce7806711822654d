#include "remotes/errands.hpp"

#include "base/log.hpp"

namespace cairn::remotes {

namespace {

constexpr std::size_t at_once = 8;
// A transaction is over within a few of these.
constexpr auto soon = std::chrono::milliseconds(50);
constexpr std::size_t looks_for_one = 40;
// How long a row of a node that has died, or one that is due again, may wait for somebody to notice.
constexpr auto look_again = std::chrono::seconds(20);

} // namespace

void Errands::start()
{
    for (std::size_t i = 0; i < at_once; ++i) threads_.emplace_back([this] { work(stopping_.get_token()); });
}

void Errands::expect()
{
    {
        const std::lock_guard lock(mutex_);
        looks_ = looks_for_one;
    }
    changed_.notify_one();
}

void Errands::work(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        bool busy = false;
        try {
            for (const auto errand : errands_)
                if (!stop.stop_requested()) busy |= errand(site_, stop);
        } catch (const std::exception& error) {
            log::error("an errand failed", {{"error", error.what()}});
        }
        if (busy) continue;
        std::unique_lock lock(mutex_);
        if (looks_ > 0) {
            --looks_;
            changed_.wait_for(lock, stop, soon, [] { return false; });
        } else {
            changed_.wait_for(lock, stop, look_again, [&] { return looks_ > 0; });
        }
    }
}

} // namespace cairn::remotes
