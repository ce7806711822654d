// The table of jobs: every statement about it. Several nodes may share it on PostgreSQL; what one has taken is its own
// until the lease is over, and whoever took it last is the only one who can say how it ended.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/page.hpp"
#include "jobs/job.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::jobs {

struct Wish {
    std::string_view kind;
    Order order = Order::none;
    std::int64_t most = 0;         // 0: none is taken, but what has arrived is put in its order
    std::int64_t of_one_owner = 0; // that may run at a time; 0: any number
    std::optional<Lane> lane{};    // whose threads it needs; nothing: it needs none
};

// Threads that are free, by lane. Wishes that come first have the first choice.
using Room = std::array<std::int64_t, 2>;
inline constexpr Room enough_room{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()};

enum class Locks : std::uint8_t {
    one_writer,  // nobody else writes meanwhile (SQLite)
    skip_locked, // rows that another node is at are left to it (PostgreSQL)
};

// Makes ready what has become due and what has arrived, and takes what is wished for, until `lease_until`. In turns:
// of an owner with many that are ready, those that came late are behind the first ones of others.
std::vector<Job> take(db::Transaction&, std::span<const Wish>, Time now, Time lease_until, Locks, Room = enough_room);

struct Look {
    bool busy = false; // something has arrived or become due
    Time next = {};    // when the next becomes due; 0: nothing will
};
Look look(db::Queries&, Time now);
// Whether something is ready that take() would take.
bool has_ready(db::Queries&, std::span<const Wish>);

// Writes a job that the caller does himself: it is his, as if he had taken it, and the queue's once the lease is over.
Job hold(db::Transaction&, const NewJob&, Time lease_until);

// These are for who has taken the job last; for anybody else they do nothing and return false.
bool remove(db::Transaction&, const Job&); // it is done
bool put_off(db::Transaction&, const Job&, Time due, std::string_view error);
bool requeue(db::Transaction&, const Job&); // to the end of the line
bool give_up(db::Transaction&, const Job&, Time now, std::string_view error);
bool give_back(db::Transaction&, const Job&); // as if it had not been taken
bool is_held(db::Transaction&, const Job&);
bool renew(db::Transaction&, const Job&, Time lease_until);

// A node that is alone and begins: nothing is anybody's.
void end_all_leases(db::Transaction&);
// Of what was given up, that before the time is forgotten, and all but the latest `most`.
void forget_failed(db::Transaction&, Time before, std::int64_t most);

// For administrators.
struct Filter {
    std::string kind{};  // empty: any
    std::string state{}; // waiting, delayed, running or failed; empty: any
};
Page<Job> list(db::Queries&, const Paging&, const Filter&); // the oldest first
// A delayed one becomes ready; one that was given up begins anew, with all its attempts before it. Errc::not_found;
// Errc::conflict for others. In a transaction of its own.
Result<Job> retry(db::Database&, std::int64_t id);

// What there is of a kind.
struct Backlog {
    std::string kind;
    std::int64_t waiting = 0; // arrived, ready, behind or delayed
    std::int64_t running = 0; // on any node
    std::int64_t failed = 0;
    Time oldest; // of those that wait or run; 0: there is none
};
BOOST_DESCRIBE_STRUCT(Backlog, (), (kind, waiting, running, failed, oldest))
std::vector<Backlog> backlogs(db::Queries&);

} // namespace cairn::jobs
