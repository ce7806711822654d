// What changed in one file, line by line while it is found: nothing is kept of it, however long the file is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "git/limits.hpp"
#include "git/objects/diff.hpp"

namespace cairn::git {

struct FilePair {
    ObjectId before; // blobs; zero: the file was not there
    ObjectId after;
    std::string path_before; // by which the library knows the language, for the words beside a hunk
    std::string path_after;
};

struct FileDiffOptions {
    Whitespace whitespace = Whitespace::counts;
    std::uint32_t context = 3;
    std::uint64_t largest_file = limits().diff_file_size; // what is larger is not compared
};

// What the comparison is told to. Everything that it is given lives as long as the call.
class LineTaker {
public:
    virtual ~LineTaker() = default;

    // First, and once: the contents of both sides, for who wants to show more of them. They are there until end(). Not
    // called for a file that is not compared.
    virtual void begin(std::string_view before, std::string_view after) = 0;
    // `words`: what stands behind the second "@@", the function that the hunk is in.
    virtual void hunk(const Hunk& numbers, std::string_view words) = 0;
    // The text is without its end. False: nothing more is wanted.
    virtual bool line(char origin, std::int64_t old_number, std::int64_t new_number, std::string_view text) = 0;
    // The line before is the last of its side and has no end.
    virtual void no_end() = 0;
    // Last, and once, where the comparison has come to its end or to that of what was wanted.
    virtual void end() { }
};

enum class Compared : std::uint8_t {
    all,
    stopped, // by who took the lines
    binary,
    too_large, // or too many lines
};

// unavailable while too many others compare long files; too_large when nobody waits any longer (base/deadline.hpp).
Result<Compared> compare_file(const Repository&, const FilePair&, const FileDiffOptions&, LineTaker&);

} // namespace cairn::git
