// Tar as every program writes and reads it: regular files, long names and large sizes as GNU's does.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::backup {

// What goes before the bytes of a file, and what after them. Times are none, so that the same files are the same tar.
std::string tar_head(std::string_view name, std::uint64_t size);
std::string tar_padding(std::uint64_t size);
std::string tar_end();

struct TarEntry {
    std::string name;
    std::uint64_t offset = 0; // of its bytes
    std::uint64_t size = 0;
};

// Regular files only. `read` gives what is at an offset, or less at the end. Errc::unprocessable for what is no tar;
// one that was cut off ends where it was cut.
using TarBytes = std::function<std::string(std::uint64_t offset, std::uint64_t count)>;
Result<> each_entry(const TarBytes& read, const std::function<Result<>(const TarEntry&)>& take);

} // namespace cairn::backup
