// What became of one piece of work, step by step: a request, or a job. Each step is a span, as OpenTelemetry has them;
// who wants to look at them has them sent there (telemetry/exporter.hpp). Which of them there are is said in
// docs/guide.
//
// What is written down here says nothing of what anybody wrote: statements have placeholders, addresses are the
// templates of the operation table, of a call to another server there is its host.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cairn::tracing {

using Clock = std::chrono::steady_clock;

// One span, as others are told of it (W3C Trace Context). Neither number is 0 as a whole.
struct Context {
    std::uint64_t trace_high = 0;
    std::uint64_t trace_low = 0;
    std::uint64_t span = 0;
    bool sampled = false; // whoever it is of has it written down

    bool operator==(const Context&) const = default;
};
std::string hex_of(std::uint64_t);
std::string trace_id_of(const Context&); // 32 digits

// The header of that name. Nothing for what the standard calls invalid; of a later version what this one has.
std::optional<Context> read_traceparent(std::string_view);
std::string traceparent_of(const Context&);

struct Span {
    enum class Kind : std::uint8_t {
        step,        // a part of what this program does
        transaction, // of the database, from asking for it to its end
        statement,   // of the database; its name is its text
        git,         // a process of git; its name is the command
        call,        // to another server by HTTP; its name is the method
    };
    static constexpr std::uint32_t of_root = std::numeric_limits<std::uint32_t>::max();

    Kind kind = Kind::step;
    bool failed = false;
    std::int32_t number = -1; // git: how it exited; call: the status of the answer; -1: there is none
    std::uint32_t parent = of_root;
    Clock::time_point begin{};
    Clock::time_point end{};
    std::string name{};
    std::string host{}; // call: whose; with a port that is not the usual one
};

// What a request was about, known at its end.
struct OfRequest {
    std::string method{};         // as it was sent
    std::string route{};          // the template of its path; empty: nobody has that address
    std::string_view operation{}; // the row's id; a literal
    int status = 0;
    bool secure = false;
    std::uint64_t bytes = 0; // of the answer's body
    std::string id{};        // X-Request-Id
    std::string client{};    // the address; empty unless that is wanted
};

struct OfJob {
    std::string kind{};
    std::int64_t id = 0;
    std::int64_t attempt = 0;
    bool failed = false;
    std::optional<Context> cause{}; // the request that has put it
};

// A value: one thread at a time, as the work goes from one to the next.
class Trace {
public:
    static constexpr std::size_t most_spans = 400;
    static constexpr std::size_t longest_name = 2000; // bytes
    static constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

    // One that begins now, or goes on where `parent` is.
    explicit Trace(const std::optional<Context>& parent = {}, Clock::time_point begin = Clock::now());

    // The root; of a span that is open; of the one that is.
    Context context() const { return {trace_high_, trace_low_, root_, true}; }
    Context context_of(std::size_t span) const { return {trace_high_, trace_low_, id_of(span), true}; }
    std::uint64_t parent() const { return parent_; } // elsewhere; 0: there is none

    // A span that others are in until it is closed. `nothing`: there are too many, and theirs are in the one before.
    std::size_t open(Span::Kind, std::string_view name, Clock::time_point begin);
    Span* at(std::size_t span) { return span < spans_.size() ? &spans_[span] : nullptr; }
    // One that was shorter than `least`, and in which there is none, is as if it had not been.
    void close(std::size_t span, Clock::time_point end, Clock::duration least = {});
    // One that is over.
    void add(Span::Kind, std::string_view name, Clock::time_point begin, Clock::time_point end, bool failed = false);

    // Forgets what came after there were so many, which is done once more.
    std::size_t size() const { return spans_.size(); }
    void forget_from(std::size_t size);

    void finish(Clock::time_point end) { end_ = end; }

    Clock::time_point begin() const { return begin_; }
    Clock::time_point end() const { return end_; }
    // In nanoseconds since 1970. Times of one trace are in the order of its clock, whatever is done to the system's.
    std::uint64_t unix_time(Clock::time_point) const;
    const std::vector<Span>& spans() const { return spans_; }
    std::uint64_t id_of(std::size_t span) const;
    std::size_t untold() const { return untold_; } // spans that there was no room for
    std::size_t bytes() const;                     // of memory, more or less

    std::variant<OfRequest, OfJob> about{};

private:
    std::uint64_t trace_high_ = 0;
    std::uint64_t trace_low_ = 0;
    std::uint64_t parent_ = 0;
    std::uint64_t root_ = 0;
    Clock::time_point begin_;
    Clock::time_point end_;
    std::chrono::system_clock::time_point wall_; // at begin_
    std::vector<Span> spans_;
    std::uint32_t current_ = Span::of_root;
    std::size_t untold_ = 0;
};

// A number that nobody can expect, for ids and for lots. Not for secrets.
std::uint64_t random_number();

} // namespace cairn::tracing
