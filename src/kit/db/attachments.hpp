// What belongs to a database and ends with it, one of each type: its caches (kit/cache).
//
// Promises: get() gives the same object each time; it is made when it is first asked for.
// Ownership: the database owns what is attached to it.
// Threads: any may call; what it gets must be safe by itself.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace cairn::db {

class Attachments {
public:
    template <class T> T& get()
    {
        return *static_cast<T*>(get(&type_tag<T>, [] { return std::shared_ptr<void>(std::make_shared<T>()); }));
    }

private:
    template <class T> static constexpr char type_tag = 0;
    void* get(const void* type, std::shared_ptr<void> (*make)());

    std::mutex mutex_;
    std::vector<std::pair<const void*, std::shared_ptr<void>>> held_; // few
};

} // namespace cairn::db
