#include "git/store/repositories.hpp"

#include "base/blocking_guard.hpp"
#include "base/freed_memory.hpp"

namespace cairn::git {

Result<Repositories::Handle> Repositories::open(std::string_view key)
{
    std::uint64_t epoch = 0;
    {
        const std::lock_guard lock(mutex_);
        epoch = epoch_;
        if (const auto found = index_.find(key); found != index_.end()) {
            const auto place = found->second;
            index_.erase(found);
            auto idle = std::move(*place);
            order_.erase(place);
            return Handle(this, std::move(idle.key), std::move(idle.repository), epoch);
        }
    }
    return open_anew(key, epoch);
}

Result<Repositories::Handle> Repositories::open_apart(std::string_view key) { return open_anew(key, never_kept); }

Result<Repositories::Handle> Repositories::open_anew(std::string_view key, std::uint64_t epoch)
{
    before_blocking();
    auto opened = TRY(Repository::open(store_.path(key)));
    return Handle(this, std::string(key), std::make_unique<Repository>(std::move(opened)), epoch);
}

void Repositories::give_back(Handle& handle) noexcept
{
    if (handle.epoch_ == never_kept) {
        handle.repository_.reset();
        give_back_freed_memory(); // to read a whole history takes much, and the next one may be far
        return;
    }
    Order surplus; // closed after the lock is open again
    surplus.push_front({std::move(handle.key_), std::move(handle.repository_)});
    const std::lock_guard lock(mutex_);
    if (handle.epoch_ != epoch_ || limit_ == 0) return;
    order_.splice(order_.begin(), surplus);
    index_.emplace(order_.front().key, order_.begin());
    if (order_.size() > limit_) {
        const auto last = std::prev(order_.end());
        drop_from_index(last);
        surplus.splice(surplus.begin(), order_, last);
    }
}

void Repositories::forget(std::string_view key)
{
    Order closed;
    const std::lock_guard lock(mutex_);
    ++epoch_;
    for (auto [entry, end] = index_.equal_range(key); entry != end;) {
        const auto place = entry->second;
        entry = index_.erase(entry);
        closed.splice(closed.begin(), order_, place);
    }
}

std::size_t Repositories::idle() const
{
    const std::lock_guard lock(mutex_);
    return order_.size();
}

void Repositories::drop_from_index(Order::iterator place)
{
    for (auto [entry, end] = index_.equal_range(place->key); entry != end; ++entry)
        if (entry->second == place) {
            index_.erase(entry);
            return;
        }
}

} // namespace cairn::git
