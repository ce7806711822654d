#include "mirrors/turn.hpp"

namespace cairn::mirrors {

remotes::Watch keep_turn(db::Database& db, const Turns& turns, std::int64_t key, std::stop_token stop)
{
    constexpr std::int64_t often = 15;
    return [&db, &turns, key, stop = std::move(stop), said = Time::now()](const remotes::Progress&) mutable {
        if (stop.stop_requested()) return false;
        const auto now = Time::now();
        if (now.seconds - said.seconds < often) return true;
        said = now;
        return db.write([&](db::Transaction& tx) {
            return tx.run(turns.keep, key, Time{now.seconds + remotes::lease_seconds}) == 1;
        });
    };
}

} // namespace cairn::mirrors
