// Archives are made in codec processes: each for one archive at a time.
#pragma once

#include <cstdint>

#include "sandbox/codec.hpp"

namespace cairn::runners {

extern const sandbox::Codec zip_codec;

// The first byte of a request. What there is of the archive is the answer.
enum class ZipStep : std::uint8_t { open, begin, write, end, finish };

} // namespace cairn::runners
