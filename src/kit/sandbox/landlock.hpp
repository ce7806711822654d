// Landlock: which files a process can reach, and those that it starts. Said by us without any rights of root's, and
// kept by the kernel whatever the process does afterwards.
#pragma once

#include <cstdint>
#include <string>

#include "base/descriptor.hpp"

namespace cairn::sandbox {

// The kernel's version of Landlock; 0 where it has none. (2 came with Linux 5.19: before, no process under a ruleset
// could move a file to another folder.)
int landlock_version();

enum class Network : std::uint8_t { none, outgoing };

// What may be reached: nothing but what is added. It is made by whoever starts the process, because that takes memory;
// the new process only says that it is now held to it. A value; nothing without a descriptor where the kernel has no
// Landlock.
class Ruleset {
public:
    explicit Ruleset(Network);

    // A file, or a folder with all that is below it. What does not exist is passed over.
    void let_read(const std::string& path);
    void let_run(const std::string& path);   // and read
    void let_write(const std::string& path); // and read, make, move and delete

    int number() const { return ruleset_.number(); } // -1: there is none

private:
    void let(const std::string& path, std::uint64_t rights);

    Descriptor ruleset_;
    std::uint64_t handled_ = 0;
};

// This thread, and what it starts, is held to the ruleset from now on. Only makes system calls, so that it can be
// called between the making of a process and its program. False if the kernel does not want to.
bool restrict_self(int ruleset) noexcept;

} // namespace cairn::sandbox
