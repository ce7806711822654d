// For operations that answer in JSON or, if the address says so, in text.
#pragma once

#include <variant>

#include "api/operation.hpp"

namespace cairn::contents {

template <class T> struct OrText {
    std::variant<T, api::Raw> found;

    static OrText text(http::Body words)
    {
        return {api::Raw{.body = std::move(words), .content_type = "text/plain;charset=utf-8"}};
    }
};

} // namespace cairn::contents

template <class T> struct cairn::api::detail::ReplyOf<cairn::contents::OrText<T>> {
    static constexpr TypeOf type = &type_of<T>;
    static Reply make(contents::OrText<T>& reply)
    {
        if (auto* raw = std::get_if<Raw>(&reply.found)) return {.json = {}, .raw = std::move(*raw)};
        return {.json = to_json(type_of<T>(), &std::get<T>(reply.found))};
    }
};
