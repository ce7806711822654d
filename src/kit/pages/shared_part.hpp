// A view may hold what others hold too and nobody changes: a part from the part cache. A template sees it as it sees an
// optional.
#pragma once

#include <memory>

#include "base/reflect.hpp"

namespace cairn {

template <class T>
inline constexpr Type detail::type<std::shared_ptr<const T>> = {
    .kind = Kind::optional,
    .item = &type_of<T>,
    .size = [](const void* v) -> std::size_t { return *static_cast<const std::shared_ptr<const T>*>(v) != nullptr; },
    .at = [](const void* v, std::size_t) -> const void* {
        return static_cast<const std::shared_ptr<const T>*>(v)->get();
    },
    .shared = true};

} // namespace cairn
