#include "app/memory_of_start.hpp"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <string>

namespace cairn::app {

namespace {

// A line of /proc/self/maps is "begin-end rights offset device inode path". Code is let go, and the head of each
// program and library, which the loader has read. Nobody has written to either, as the loader has to other parts that
// cannot be written to any more; in a small library those begin with the file as well, but they never come first.
void let_go_of_code(std::string_view mapping, bool is_first_of_file)
{
    const auto rights = mapping.find(' ');
    if (rights == mapping.npos || !mapping.contains('/')) return;
    const auto rest = mapping.substr(rights);
    const bool is_head = is_first_of_file && rest.starts_with(" r--p 00000000 ");
    if (!rest.starts_with(" r-xp ") && !is_head) return;
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    const auto* const last = mapping.data() + rights;
    const auto first = std::from_chars(mapping.data(), last, begin, 16);
    if (first.ec != std::errc() || first.ptr == last) return;
    if (std::from_chars(first.ptr + 1, last, end, 16).ec != std::errc() || end <= begin) return;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): that is how the system tells where it is
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

} // namespace

void give_back_memory_of_start()
{
    malloc_trim(0);
    std::ifstream mappings("/proc/self/maps");
    std::string previous;
    for (std::string line; std::getline(mappings, line);) {
        const auto path = line.substr(std::min(line.find('/'), line.size()));
        let_go_of_code(line, path != previous);
        previous = path;
    }
}

} // namespace cairn::app
