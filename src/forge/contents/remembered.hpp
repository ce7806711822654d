// What was found out about something that cannot change: a commit's id stands for all that led to it.
#pragma once

#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn::contents {

// Safe from any thread; the one that was used least lately goes when it is full.
template <class T> class Memory {
public:
    explicit Memory(std::size_t most) : most_(most) { }

    std::optional<T> find(const std::string& key)
    {
        const std::lock_guard lock(mutex_);
        const auto found = index_.find(key);
        if (found == index_.end()) return {};
        order_.splice(order_.begin(), order_, found->second);
        return found->second->second;
    }
    void keep(const std::string& key, T value)
    {
        const std::lock_guard lock(mutex_);
        if (index_.contains(key)) return;
        order_.emplace_front(key, std::move(value));
        index_.emplace(order_.front().first, order_.begin());
        if (order_.size() <= most_) return;
        index_.erase(order_.back().first);
        order_.pop_back();
    }

private:
    using Order = std::list<std::pair<std::string, T>>;

    const std::size_t most_;
    std::mutex mutex_;
    Order order_;
    std::unordered_map<std::string_view, typename Order::iterator> index_; // its keys are those of the list
};

} // namespace cairn::contents
