// Cells from outside: where the server has work done that it does not trust itself with, the decoding of what strangers
// send. A decoder with a hole then gives whoever found it a process that can do nothing, and not the keys of the site.
//
// A cell is started when there is work for it and ended when there was none for a while; it is killed when it takes too
// long, and another one does the next piece of work. Without cells (in tests of one function, or where the settings say
// so) the same work is done in this process.
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
#include "sandbox/trade.hpp"

namespace cairn::sandbox {

// There is no cell to be had: too many are busy, or none can be started. Time or the operator will mend it.
class NoCell : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class CellProcess;

// Safe from every thread. There is one at a time in a process, made before its threads.
class Cells {
public:
    struct Options {
        std::string program = "/proc/self/exe";     // whatever has replaced the file meanwhile
        std::chrono::milliseconds idle{60'000};     // how long a cell waits for work
        std::chrono::milliseconds patience{10'000}; // how long work waits for a cell
    };

    explicit Cells(Options);
    ~Cells(); // nobody asks for anything any more
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;

    static Cells* here(); // null: there are none, and work is done in this process

private:
    friend class Session;

    struct Pool {
        std::vector<std::unique_ptr<CellProcess>> idle; // whoever worked last is the last
        unsigned alive = 0;
    };

    Result<std::unique_ptr<CellProcess>> take(const Trade&);
    void give_back(const Trade&, std::unique_ptr<CellProcess>);
    void end_idle(const std::stop_token&);

    const Options options_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<const Trade*, Pool> pools_;
    std::jthread keeper_; // begins with the first cell; stops before the rest goes
};

// A cell that somebody has for himself, for work of several requests. One thread at a time.
class Session {
public:
    // `unavailable` where no cell is to be had.
    static Result<Session> open(Cells&, const Trade&);
    Session(Session&&) noexcept;
    Session& operator=(Session&&) = delete;
    ~Session();

    // `unprocessable`, with words, where the work refuses what it is given, dies of it, or takes more time or memory
    // than it may; a cell that has died does no more work in this session.
    Result<std::string> ask(std::string_view request);

private:
    Session(Cells&, const Trade&, std::unique_ptr<CellProcess>);

    Cells* cells_;
    const Trade* trade_;
    std::unique_ptr<CellProcess> process_;
};

// One piece of work, in a cell or in this process. Throws NoCell.
Result<std::string> ask(const Trade&, std::string_view request);

} // namespace cairn::sandbox
