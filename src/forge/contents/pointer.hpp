// Pointers that Git LFS leaves in a repository for files that are kept beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::contents {

struct Pointer {
    std::string oid; // the SHA-256 of the content, in hexadecimal digits
    std::int64_t size = 0;
};

// What is longer is no pointer.
inline constexpr std::uint64_t longest_pointer = 1024;

// Nothing for a text that is none.
std::optional<Pointer> read_pointer(std::string_view text);

} // namespace cairn::contents
