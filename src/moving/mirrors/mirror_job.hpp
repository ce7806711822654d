// Jobs that bring mirrors up to date: their key is the mirror's, their owner the repository's. Whoever asks while one
// runs has it done once more; what waits is one job, however often it was asked for.
#pragma once

#include <stop_token>

#include "db/database.hpp"
#include "remotes/git_remote.hpp"

namespace cairn::mirrors {

// A mirror that is to be brought up to date.
struct DueMirror {
    std::int64_t id = 0; // the key
    std::int64_t owner_id = 0;
};
BOOST_DESCRIBE_STRUCT(DueMirror, (), (id, owner_id))

void put_jobs(db::Transaction&, std::string_view kind, std::span<const DueMirror>);

// False, now and then, when the program stops or nothing is found any more: the mirror is none any longer.
remotes::Watch watch_mirror(db::Database&, db::Sql find, std::int64_t key, std::stop_token);

} // namespace cairn::mirrors
