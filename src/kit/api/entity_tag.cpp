#include "api/entity_tag.hpp"

#include <xxhash.h>

#include <cstdint>

namespace cairn::api {

std::string entity_tag(std::string_view body)
{
    const auto hash = XXH3_128bits(body.data(), body.size());
    char text[36];
    char* out = text;
    *out++ = '"';
    for (const std::uint64_t half : {hash.high64, hash.low64})
        for (int shift = 60; shift >= 0; shift -= 4) *out++ = "0123456789abcdef"[half >> shift & 15];
    *out++ = '"';
    return {text, out};
}

} // namespace cairn::api
