// What one question about a repository may cost in this process. Whoever has more in a repository than this is not
// shown all of it; nobody else waits for it.
#pragma once

#include <cstdint>

namespace cairn::git {

struct Limits {
    std::uint64_t tree_entries = 1'000'000;    // that are listed below one folder
    std::uint64_t history_entries = 500'000;   // for which last_changes() answers where it answers for all
    std::uint64_t archive_entries = 1'000'000; // files in an archive,
    std::uint64_t archive_size = 32ULL << 30U; // and their bytes
    std::uint64_t diff_files = 10'000;
    std::uint64_t diff_lines = 1'000'000; // of a text
    std::uint64_t diff_size = 64U << 20U; // and its bytes
    std::uint64_t diff_file_size = 8U << 20U;
};

// Those of this process. Set once, before the first repository is opened.
const Limits& limits();
void set_limits(const Limits&);

} // namespace cairn::git
