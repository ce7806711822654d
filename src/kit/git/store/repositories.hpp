// Repositories that are kept open, because opening one costs more than most of what is then read from it. Each handle
// is one thread's while that thread has it; nothing is locked but the moment of taking it and of giving it back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "git/repository.hpp"
#include "git/store/store.hpp"

namespace cairn::git {

class Repositories {
public:
    static constexpr std::size_t default_idle = 256;

    // At most `idle` handles wait for their next use, those that were used last. They must all be back before the end.
    explicit Repositories(const Store& store, std::size_t idle = default_idle) : store_(store), limit_(idle) { }

    // A handle, given back when it goes out of scope.
    class Handle {
    public:
        Handle(Handle&&) noexcept = default;
        Handle& operator=(Handle&& other) noexcept
        {
            std::swap(owner_, other.owner_);
            std::swap(key_, other.key_);
            std::swap(repository_, other.repository_);
            std::swap(epoch_, other.epoch_);
            return *this;
        }
        ~Handle()
        {
            if (repository_) owner_->give_back(*this);
        }

        Repository& operator*() const { return *repository_; }
        Repository* operator->() const { return repository_.get(); }

    private:
        friend class Repositories;
        Handle(Repositories* owner, std::string key, std::unique_ptr<Repository> repository, std::uint64_t epoch)
            : owner_(owner), key_(std::move(key)), repository_(std::move(repository)), epoch_(epoch)
        {
        }

        Repositories* owner_;
        std::string key_;
        std::unique_ptr<Repository> repository_;
        std::uint64_t epoch_;
    };

    // not_found when there is no such repository.
    Result<Handle> open(std::string_view key);

    // The same for who reads a whole history: closed with its handle, and what the library remembers of it is forgotten
    // with it. Kept open it would leave no room for what others read.
    Result<Handle> open_apart(std::string_view key);

    // After a repository was removed or repacked: whoever opens it from now on gets a new handle. Handles in use stay
    // good for who has them.
    void forget(std::string_view key);

    std::size_t idle() const;

    const Store& store() const { return store_; }

private:
    struct Idle {
        std::string key;
        std::unique_ptr<Repository> repository;
    };
    using Order = std::list<Idle>; // the one used last is in front

    Result<Handle> open_anew(std::string_view key, std::uint64_t epoch);
    void give_back(Handle&) noexcept;
    void drop_from_index(Order::iterator);

    const Store& store_;
    const std::size_t limit_;
    mutable std::mutex mutex_;
    Order order_;
    std::unordered_multimap<std::string_view, Order::iterator> index_; // its keys are those of the list
    static constexpr std::uint64_t never_kept = ~std::uint64_t{};
    // Counts the calls of forget(). A handle from before the last one is closed, not kept, whichever repository it is
    // of: that is rare, and an open costs little.
    std::uint64_t epoch_ = 0;
};

} // namespace cairn::git
