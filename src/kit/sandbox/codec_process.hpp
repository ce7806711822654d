// One codec process as its server sees it: a process, and the way to it. One thread at a time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "base/result.hpp"
#include "sandbox/codec.hpp"

namespace cairn::sandbox {

class CodecProcess {
public:
    using Clock = std::chrono::steady_clock;

    // Throws std::system_error where it cannot be started.
    CodecProcess(const std::string& program, const Codec&);
    ~CodecProcess(); // ends it
    CodecProcess(const CodecProcess&) = delete;
    CodecProcess& operator=(const CodecProcess&) = delete;

    // Errors as those of Session::ask(). Afterwards it is usable or not.
    Result<std::string> ask(std::string_view request);

    bool is_usable() const; // it lives, and waits for work
    Clock::time_point idle_since() const { return idle_since_; }

private:
    enum class Outcome : std::uint8_t { done, died, late, nonsense };

    Outcome send(std::string_view bytes, Clock::time_point deadline) const;
    Outcome receive(char* into, std::size_t count, Clock::time_point deadline) const;
    Outcome exchange(std::string_view request, std::string& answer, bool& refused) const;
    int end(); // its wait status
    std::unexpected<Error> failure(Outcome);

    const Codec* codec_;
    pid_t pid_ = -1; // -1: it has ended
    Descriptor channel_;
    Clock::time_point idle_since_;
};

} // namespace cairn::sandbox
