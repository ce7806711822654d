// Rows that wait to be done by one of several threads and nodes. `due_at` says from when on; `lease_until` that
// somebody is at it, who says so again every few seconds. Whoever asks while it is being done sets another `due_at`,
// and so it is done once more.
#pragma once

#include <stop_token>

#include "db/database.hpp"
#include "db/sql_text.hpp"
#include "remotes/errands.hpp"
#include "remotes/git_remote.hpp"

namespace cairn::mirrors {

// What asking for it sets: later than what somebody may be doing right now, so that it is done once more. What is due
// later still, nobody has begun, however often it is asked for. $2 is now.
inline constexpr db::SqlText sets_due = " SET due_at = CASE WHEN due_at > $2 THEN due_at"
                                        " WHEN due_at = $2 THEN due_at + 1 ELSE CAST($2 AS BIGINT) END";

// The statements about one table of such rows.
struct Turns {
    db::Sql waits; // whether one does at $1
    // The one that has waited longest at $1, until $2; but not of whom two are being done already, so that nobody's
    // slow servers keep all others waiting.
    db::Sql take;
    db::Sql keep; // the row $1, until $2
    db::Sql end;  // the row $1, unless it is due at another time than $2 by now
};

// The row that has waited longest, ours from now on.
template <class Row> std::optional<Row> take_turn(db::Database& db, const Turns& turns)
{
    const auto now = Time::now();
    // Looked for first, because there is mostly none and a write costs everybody.
    if (!db.scalar<bool>(turns.waits, now)) return std::nullopt;
    return db.write([&](db::Transaction& tx) {
        return tx.first<Row>(turns.take, now, Time{now.seconds + remotes::lease_seconds});
    });
}

// Says that it is still ours, now and then; false when the program stops, or the row is gone.
remotes::Watch keep_turn(db::Database&, const Turns&, std::int64_t key, std::stop_token);

// Somebody else may have it: after the next start, it may be.
inline void give_up_turn(db::Database& db, const Turns& turns, std::int64_t key)
{
    db.write([&](db::Transaction& tx) { tx.run(turns.keep, key, Time{}); });
}

inline void end_turn(db::Transaction& tx, const Turns& turns, std::int64_t key, Time due_at)
{
    tx.run(turns.end, key, due_at);
}

} // namespace cairn::mirrors
