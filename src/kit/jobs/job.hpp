// Jobs: work that follows from what was committed and that nobody should wait for.
//
// Whoever causes one writes it in the transaction of its cause (put), so that it is done if and only if that was
// committed; if need be after the next start. The queue (queue.hpp) runs it. A job is run at least once: whoever is
// killed at it leaves it to be run again. So a handler is idempotent, or says at its row in what it is not.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::jobs {

enum class State : std::uint8_t {
    arrived, // no queue has seen it yet
    ready,
    behind,  // another of its key is before it
    delayed, // until due_at
    running, // somebody's, until due_at
    failed,  // given up, and kept for a while for the operator to look at
};
BOOST_DESCRIBE_ENUM(State, arrived, ready, behind, delayed, running, failed)

// A row of the table.
struct Job {
    std::int64_t id = 0;
    std::string kind;
    std::string owner;
    std::string key;
    std::string payload;
    State state = State::arrived;
    std::int64_t turn = 0;
    Time due_at;
    std::int64_t leases = 0;
    std::int64_t attempts = 0; // with the one under way
    std::string last_error;
    Time created_at;
    std::string trace; // the traceparent of what has put it, if that is traced

    std::int64_t key_number() const; // of a kind whose key is an id
};
BOOST_DESCRIBE_STRUCT(Job, (),
                      (id, kind, owner, key, payload, state, turn, due_at, leases, attempts, last_error, created_at,
                       trace))

struct NewJob {
    std::string_view kind;
    std::string_view owner{}; // who waits for it, in any words: a repository, an address
    std::string_view key{};   // within its owner's; what it means is the kind's Order
    std::string_view payload{};
    Time due{}; // not before; the default: at once
};

// Writes it. The queue of this process is woken by the commit; that of another node finds it when it next looks.
// It reads nothing, so that two who put jobs for one repository at a time do not meet. Returns its id.
std::int64_t put(db::Transaction&, const NewJob&);

// What became of a job that has not failed. One that has is told by an Error: Errc::unprocessable when trying again is
// of no use, anything else to be tried again as its kind's Retry says.
struct Outcome {
    enum class Word : std::uint8_t {
        done,       // with an error: it was given up, and that was written down elsewhere
        again,      // there is more of it: it goes to the end of the line
        delayed,    // until `due`, for a reason that is the job's own; it counts as an attempt if it has an error
        under_way,  // the handler has handed it to somebody who will settle it
        settled,    // the handler's own transaction has settled it
        given_back, // not begun, or broken off because the program ends: it counts as not tried
    };
    Word word = Word::done;
    Time due{};
    std::string error{};

    static Outcome done() { return {}; }
    static Outcome again() { return {.word = Word::again}; }
    static Outcome delayed(Time due, std::string error = {})
    {
        return {.word = Word::delayed, .due = due, .error = std::move(error)};
    }
    static Outcome under_way() { return {.word = Word::under_way}; }
    static Outcome settled() { return {.word = Word::settled}; }
    static Outcome given_back() { return {.word = Word::given_back}; }
};

// The pause after the first failed attempt, which doubles with each until it is the longest, give or take a quarter.
struct Retry {
    std::int64_t first_pause = 30; // seconds
    std::int64_t longest_pause = 3600;
    std::int64_t most_attempts = 12; // then it is given up; 0: never
};

enum class Order : std::uint8_t {
    none,    // the key says nothing
    in_turn, // those of a key run one at a time, in the order in which they were put
    merged,  // those of a key run one at a time, and what waits is one job: the key says all, there is no payload
};

// Where a job spends its time. What waits for servers elsewhere leaves threads to what does not.
enum class Lane : std::uint8_t { here, elsewhere };

// A kind of job, as the queue knows it. Handlers run on the queue's threads, several at a time; they return soon after
// they were asked to stop.
struct Kind {
    std::string name;
    std::function<Result<Outcome>(const Job&, const std::stop_token&)> handler;
    unsigned concurrency = 1; // on this node
    Order order = Order::none;
    Lane lane = Lane::here;
    Retry retry{};
    // In the transaction in which it is given up.
    std::function<void(db::Transaction&, const Job&)> give_up{};
    unsigned of_one_owner = 0; // that run at a time, on all nodes; 0: any number
    // Its handler only hands the job over (Outcome::under_way): concurrency is bound by that somebody, not by threads.
    bool hands_over = false;
};

// A kind as a row in the table of its room, whose handler takes the services that it needs.
template <class Services> struct KindOf {
    std::string_view name;
    Result<Outcome> (*handler)(const Services&, const Job&, const std::stop_token&);
    unsigned concurrency = 1;
    Order order = Order::none;
    Lane lane = Lane::here;
    Retry retry{};
    void (*give_up)(const Services&, db::Transaction&, const Job&) = nullptr;
    unsigned of_one_owner = 0;

    // `services` must outlive the queue's work.
    Kind bind(const Services& services) const
    {
        Kind kind{.name = std::string(name),
                  .handler = [handle = handler, &services](
                                 const Job& job, const std::stop_token& stop) { return handle(services, job, stop); },
                  .concurrency = concurrency,
                  .order = order,
                  .lane = lane,
                  .retry = retry,
                  .of_one_owner = of_one_owner};
        if (give_up != nullptr)
            kind.give_up = [end = give_up, &services](db::Transaction& tx, const Job& job) { end(services, tx, job); };
        return kind;
    }
};

} // namespace cairn::jobs
