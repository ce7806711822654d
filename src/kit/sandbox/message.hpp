// What goes before the bytes that the server and a codec process send each other. Both are the same program.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cairn::sandbox {

struct RequestHead {
    std::uint32_t size = 0;
};

struct AnswerHead {
    std::uint32_t refused = 0; // 1: the bytes are words for whoever has sent what was asked
    std::uint32_t size = 0;
};

// A buffer that has become larger is given back.
inline constexpr std::size_t kept_buffer = 1U << 20U;

} // namespace cairn::sandbox
