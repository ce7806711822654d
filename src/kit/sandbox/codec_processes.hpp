// Codec processes from outside: where the server has work done that it does not trust itself with, the decoding of what
// strangers send. A decoder with a hole then gives whoever found it a process that can do nothing, and not the keys of
// the site.
//
// A codec process is started when there is work for it and ended when there was none for a while; it is killed when it
// takes too long, and another one does the next piece of work. Without codec processes (in tests of one function, or
// where the settings say so) the same work is done in this process.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "sandbox/codec.hpp"

namespace cairn::sandbox {

// There is no codec process to be had: too many are busy, or none can be started. Time or the operator will mend it.
class NoCodecProcess : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class CodecProcess;

// Safe from every thread. There is one at a time in a process, made before its threads.
class CodecProcesses {
public:
    struct Options {
        std::string program = "/proc/self/exe";     // whatever has replaced the file meanwhile
        std::chrono::milliseconds idle{60'000};     // how long a codec process waits for work
        std::chrono::milliseconds patience{10'000}; // how long work waits for a codec process
    };

    explicit CodecProcesses(Options);
    ~CodecProcesses(); // nobody asks for anything any more
    CodecProcesses(const CodecProcesses&) = delete;
    CodecProcesses& operator=(const CodecProcesses&) = delete;

    static CodecProcesses* here(); // null: there are none, and work is done in this process

private:
    friend class Session;

    struct Pool {
        std::vector<std::unique_ptr<CodecProcess>> idle; // whoever worked last is the last
        unsigned alive = 0;
    };

    Result<std::unique_ptr<CodecProcess>> take(const Codec&);
    void give_back(const Codec&, std::unique_ptr<CodecProcess>);
    void end_idle(const std::stop_token&);

    const Options options_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<const Codec*, Pool> pools_;
    std::jthread keeper_; // begins with the first codec process; stops before the rest goes
};

// A codec process that somebody has for himself, for work of several requests. One thread at a time.
class Session {
public:
    // `unavailable` where no codec process is to be had.
    static Result<Session> open(CodecProcesses&, const Codec&);
    Session(Session&&) noexcept;
    Session& operator=(Session&&) = delete;
    ~Session();

    // `unprocessable`, with words, where the work refuses what it is given, dies of it, or takes more time or memory
    // than it may; a codec process that has died does no more work in this session.
    Result<std::string> ask(std::string_view request);

private:
    Session(CodecProcesses&, const Codec&, std::unique_ptr<CodecProcess>);

    CodecProcesses* processes_;
    const Codec* codec_;
    std::unique_ptr<CodecProcess> process_;
};

// One piece of work, in a codec process or in this process. Throws NoCodecProcess.
Result<std::string> ask(const Codec&, std::string_view request);

} // namespace cairn::sandbox
