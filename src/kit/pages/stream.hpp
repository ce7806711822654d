// A list of a view that is made while the page is sent, one item after the other: the files of a difference, the lines
// of a file. A template goes through it once, with {% for %}; whatever stands before it is on its way before the first
// item is made, and no more than one item is in memory.
//
// The items are made when the handler has returned. What makes them must not hold on to the call: it takes what it
// needs along, by value, and the services of the site by reference.
#pragma once

#include <functional>

#include "base/reflect.hpp"

namespace cairn::pages {

template <class T> class Stream {
public:
    using Visit = std::function<void(const T&)>;

    Stream() = default;
    Stream(std::function<void(const Visit&)> produce) // NOLINT(google-explicit-constructor)
        : produce_(std::move(produce))
    {
    }

    void each(const Visit& visit) const
    {
        if (produce_) produce_(visit);
    }

private:
    std::function<void(const Visit&)> produce_;
};

} // namespace cairn::pages

namespace cairn {

// A list that has neither a size nor places.
template <class T>
inline constexpr Type detail::type<pages::Stream<T>> = {
    .kind = Kind::list,
    .item = &type_of<T>,
    .each = [](const void* stream, void (*visit)(void*, std::string_view, const void*), void* context) {
        static_cast<const pages::Stream<T>*>(stream)->each([&](const T& item) { visit(context, {}, &item); });
    }};

} // namespace cairn
