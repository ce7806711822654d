// The site that a call is made to: what every room builds on, and the services that some rooms need as well.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/current.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::api {

// What is there once for the whole site and outlives every call. A service is what a room, or a part of the kit, does
// for others and has a state for: git's store, the sessions, the storage. Nobody names them here. Who needs one says
// which by its type, and may include its header, so that tools/layers.txt decides about it as about everything else.
//
// Services are added while the program starts; from then on a site never changes, and any thread may ask it. It owns
// nothing: what is added must outlive it.
struct Site {
    Site(db::Database& database, config::Current set, const events::Bus& bus) : db(database), current(set), events(bus)
    {
    }

    db::Database& db;
    const config::Current current;
    const events::Bus& events;

    // As they are now; within a call they are the call's.
    const config::Settings& settings() const { return current.now(); }

    // One of each type.
    template <class Service> Site& add(Service& service)
    {
        static_assert(!std::is_const_v<Service>);
        services_.emplace_back(&key<Service>, &service);
        return *this;
    }

    // Throws std::logic_error where there is none: a mistake in how the program was put together.
    template <class Service> Service& get() const
    {
        for (const auto& [type, service] : services_)
            if (type == &key<Service>) return *static_cast<Service*>(service);
        throw std::logic_error(std::string("the site has no such service: ") + __PRETTY_FUNCTION__);
    }

private:
    template <class Service> static constexpr char key = 0; // its address stands for the type

    std::vector<std::pair<const char*, void*>> services_{};
};

} // namespace cairn::api
