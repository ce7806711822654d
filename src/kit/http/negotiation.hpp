// What a client's headers make of the service's answer. If-None-Match makes it a 304, Range a part of a file (or of
// what can be made in parts, or of any body whose answer has Accept-Ranges), Accept-Encoding a shorter one. Private to
// src/http, but for parse_range().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "http/message.hpp"

namespace cairn::http {

// Whether an If-None-Match header names the entity tag, by weak comparison (RFC 9110, 13.1.2).
bool names_etag(std::string_view if_none_match, std::string_view etag);

struct ByteRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0; // inclusive, within the size

    bool operator==(const ByteRange&) const = default;
};

enum class RangeVerdict : std::uint8_t { whole, part, unsatisfiable };

// Reads a Range header against a size. Several ranges, other units and nonsense are answered with the whole.
RangeVerdict parse_range(std::string_view header, std::uint64_t size, ByteRange&);

// Does all of it but the compressing, which is the one part that takes time. True when that remains to be done.
[[nodiscard]] bool negotiate(const Request&, Response&, std::size_t compress_from);

// Replaces the body, which is in memory, by its gzip.
void compress(Response&);

// The bytes of a body in memory; empty for the others.
std::string_view text_of(const Body&);

} // namespace cairn::http
