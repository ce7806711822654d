// The section about what one request, one push or one text may cost: whoever asks for more is told so, and nobody else
// waits for it. Each struct is a part of the section for one part of the program.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

// Of the git program and of what is read from repositories.
struct GitLimits {
    std::int64_t git_memory = std::int64_t{2} << 30;
    std::int64_t git_address_space = std::int64_t{64} << 30;
    std::int64_t git_cpu_time = 3600;
    std::int64_t git_threads = 4;
    std::int64_t git_big_file = 32 << 20;
    std::int64_t receive_memory = 768 << 20;
    std::int64_t receive_object = 256 << 20;
    std::int64_t commit_size = 4 << 20;
    std::int64_t request_time = 30;
    std::int64_t tree_entries = 1'000'000;
    std::int64_t history_entries = 500'000;
    std::int64_t archive_entries = 1'000'000;
    std::int64_t archive_size = std::int64_t{32} << 30;
    std::int64_t diff_files = 10'000;
    std::int64_t diff_lines = 1'000'000;
    std::int64_t diff_size = 64 << 20;
    std::int64_t diff_file_size = 8 << 20;
};
BOOST_DESCRIBE_STRUCT(GitLimits, (),
                      (git_memory, git_address_space, git_cpu_time, git_threads, git_big_file, receive_memory,
                       receive_object, commit_size, request_time, tree_entries, history_entries, archive_entries,
                       archive_size, diff_files, diff_lines, diff_size, diff_file_size))
constexpr auto notes(const GitLimits*)
{
    constexpr std::int64_t most_bytes = std::int64_t{1} << 50;
    constexpr std::int64_t most_entries = 1'000'000'000;
    return std::array{
        Note{.member = "git_memory",
             .doc = "How much memory of its own a process of git may have (RLIMIT_DATA). A clone of a repository with "
                    "ten million objects takes about 1.5 GiB where no bitmap helps.",
             .format = "bytes",
             .minimum = 64 << 20,
             .maximum = most_bytes},
        Note{.member = "git_address_space",
             .doc = "How much it may have with the packs that it has mapped (RLIMIT_AS).",
             .format = "bytes",
             .minimum = 1 << 30,
             .maximum = most_bytes},
        Note{.member = "git_cpu_time",
             .doc = "How much processor time it may use (RLIMIT_CPU). Maintenance may use as much as it needs.",
             .format = "duration",
             .minimum = 10,
             .maximum = 30 * 86400},
        Note{.member = "git_threads",
             .doc = "How many threads it may pack and unpack with (pack.threads).",
             .minimum = 1,
             .maximum = 1024},
        Note{.member = "git_big_file",
             .doc = "Files that are larger are neither kept in its memory nor compared with others for a smaller pack "
                    "(core.bigFileThreshold).",
             .format = "bytes",
             .minimum = 1 << 20,
             .maximum = std::int64_t{4} << 30},
        Note{.member = "receive_memory",
             .doc = "How much memory of its own a process of git may have that unpacks a push, beside 256 bytes for "
                    "each object in it.",
             .format = "bytes",
             .minimum = 64 << 20,
             .maximum = most_bytes},
        Note{.member = "receive_object",
             .doc = "The largest object of a push that has to be in memory as a whole: a tree, a commit, or a file "
                    "that was packed as the difference to another one. Other files may have any size.",
             .format = "bytes",
             .minimum = 1 << 20,
             .maximum = most_bytes},
        Note{.member = "commit_size",
             .doc = "The largest commit or tag of a push, of which the message is most.",
             .format = "bytes",
             .minimum = 64 << 10,
             .maximum = 1 << 30},
        Note{.member = "request_time",
             .doc = "How long a request may read from a repository. It ends earlier when the client leaves. Clones, "
                    "pushes and archives have limits of their own in [git].",
             .format = "duration",
             .minimum = 1,
             .maximum = 3600},
        Note{.member = "tree_entries",
             .doc = "A folder with more files in it and below it is not listed with all of them.",
             .minimum = 1000,
             .maximum = most_entries},
        Note{.member = "history_entries",
             .doc = "For how many files and folders of a repository the last commits are kept in the database. Where "
                    "there are more, they are looked for when somebody asks.",
             .minimum = 0,
             .maximum = most_entries},
        Note{.member = "archive_entries",
             .doc = "An archive has no more files.",
             .minimum = 1000,
             .maximum = most_entries},
        Note{.member = "archive_size",
             .doc = "What is in an archive is no larger, before it is compressed.",
             .format = "bytes",
             .minimum = 1 << 20,
             .maximum = most_bytes},
        Note{.member = "diff_files",
             .doc = "A difference with more files is not shown.",
             .minimum = 100,
             .maximum = 1'000'000},
        Note{.member = "diff_lines",
             .doc = "A difference ends after so many lines, and says so.",
             .minimum = 1000,
             .maximum = most_entries},
        Note{.member = "diff_size",
             .doc = "The same for its text.",
             .format = "bytes",
             .minimum = 1 << 20,
             .maximum = std::int64_t{4} << 30},
        Note{.member = "diff_file_size",
             .doc = "Of larger files a difference only says that they differ.",
             .format = "bytes",
             .minimum = 64 << 10,
             .maximum = 1 << 30},
    };
}

// Of what people write.
struct TextLimits {
    std::int64_t max_text_bytes = 1 << 20;
};
BOOST_DESCRIBE_STRUCT(TextLimits, (), (max_text_bytes))
constexpr auto notes(const TextLimits*)
{
    return std::array{
        Note{.member = "max_text_bytes",
             .doc = "The longest text of an issue, a comment, a release and whatever else people write.",
             .format = "bytes",
             .minimum = 1024,
             .maximum = 64 << 20},
    };
}

struct Limits : GitLimits, TextLimits { };
BOOST_DESCRIBE_STRUCT(Limits, (GitLimits, TextLimits), ())
constexpr auto notes(const Limits*) { return std::array{Note{"", "What one request, one push or one text may cost."}}; }

} // namespace cairn::config
