// The git program as a child of this process, where it is the better engine: packs, archives, maintenance.
//
// A child has an environment and a process group of its own, gets none of our descriptors, and is killed with whatever
// it has started when its object goes out of scope or its time is up. Only so many run at once, shared out fairly among
// those for whom they run; what nobody waits for has places of its own.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "base/figures.hpp"
#include "base/result.hpp"
#include "base/slots.hpp"
#include "git/receive/stream.hpp"

namespace cairn::git {

// What it may do beyond running: nothing that is not said here, where the kernel can see to it.
struct Command {
    std::vector<std::string> arguments; // after "git"
    std::vector<std::string> environment{};
    std::vector<std::string> reads{};                            // folders, with what is below them
    std::vector<std::string> writes{};                           // folders that it may change as well
    bool network = false;                                        // may speak to servers elsewhere
    std::vector<std::pair<std::string, std::string>> settings{}; // names and values, as in a configuration of git
    std::uint64_t largest_file = 0;                              // bytes that it may write to one; 0: any
    std::uint64_t memory = 0;        // bytes that it may have of its own; 0: as many as the options say
    std::uint64_t largest_piece = 0; // bytes that it may ask for at once; 0: any number
    bool unhurried = false;          // may use as much of the processor as it needs
    bool takes_input = false;
    std::chrono::seconds time_limit{60};
    int nice = 0;
};

class Child {
public:
    Child(Child&&) noexcept;
    Child& operator=(Child&&) noexcept;
    ~Child();

    // What to do with what the child says. `error` gets its standard error, of which the end is kept as well; `silence`
    // is called when there was nothing for some seconds, so that a connection can be kept alive.
    struct Ears {
        std::function<void(std::string_view)> output{};
        std::function<void(std::string_view)> error{};
        std::function<void()> silence{};
        std::stop_token stop{}; // asked for: nobody wants the rest
    };

    // Gives it the input to its end (or until it wants no more), hears it out, and waits for it. The exit status;
    // `unavailable` when its time is up, or soon
    // after a stop was asked for; it is killed when the object goes.
    Result<int> run(Input* input, const Ears&);

    // The end of what it said on its standard error, for the log and for people.
    std::string_view last_words() const { return last_words_; }
    // Whether those words, or how it ended, say that it wanted more memory, or more of the processor, than it may have.
    bool wanted_too_much(int status) const;

private:
    friend class Children;
    using Clock = std::chrono::steady_clock;

    Child(Slots::Slot slot, Clock::time_point deadline, Gauge& running)
        : slot_(std::move(slot)), deadline_(deadline), running_(running)
    {
    }

    Result<int> hear_out(Input* input, const Ears&);
    bool feed(Input&);
    bool hear(Descriptor&, const std::function<void(std::string_view)>&, bool keep);
    Result<int> wait(const std::stop_token& stop);
    void kill_and_reap() noexcept;

    Slots::Slot slot_;
    Clock::time_point deadline_;
    Gauge::One running_;
    std::string name_; // what git is to do: "upload-pack"
    pid_t pid_ = -1;
    Descriptor process_; // a pidfd
    Descriptor input_;
    Descriptor output_;
    Descriptor error_;
    std::string last_words_;
};

// Where children are started. Safe from any thread.
class Children {
public:
    struct Options {
        std::string git = "git";                    // the program: a path, or a name to be looked for in PATH
        unsigned at_once = 64;                      // how many may run
        std::chrono::milliseconds patience{10'000}; // how long somebody waits for his turn before he hears "busy"
        unsigned in_background = 16;                // the same of what nobody waits for: mirrors, copies, maintenance
        std::chrono::milliseconds background_patience{600'000};
        // Of each process, and of those that it starts. What it maps from packs is no memory of its own.
        std::uint64_t memory = 2ULL << 30U;
        std::uint64_t address_space = 64ULL << 30U;
        std::chrono::seconds processor_time{3600};
        unsigned threads = 4;
        std::uint64_t big_file = 32U << 20U; // is not kept in memory
        bool confined = true;                // to what their commands say, by Landlock and seccomp
    };

    explicit Children(Options);

    Result<Child> start(const Command&);

    struct Answer {
        int status;
        std::string output;
        std::string error;            // its end
        bool wanted_too_much = false; // it ended because it may not have so much
    };
    // A small question: the input is given, the whole answer comes. too_large beyond a megabyte.
    Result<Answer> ask(Command, std::string_view input = {});

    const std::string& program() const { return options_.git; }

private:
    const Options options_;
    const std::string program_;                   // where it was found; empty if it was not
    const std::vector<std::string> installation_; // folders and files that every child may read, and run
    Slots slots_;
    Slots background_slots_;
};

// Hears a child out into a sink. An exit status that is not 0 is logged and `unavailable`.
Result<> pass_on(Child&, Source* source, Sink&);

} // namespace cairn::git
