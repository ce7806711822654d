// Whether anything was committed to a file of SQLite since, by whatever process, without so much as a lock.
#pragma once

#include <optional>

#include "db/commit_state.hpp"

struct sqlite3;

namespace cairn::db::sqlite {

// SQLite's own answer to the question: processes that share a file share the index of its write-ahead log in memory,
// which begins with a header of 48 bytes, written twice, that is another one after each commit
// (sqlite.org/walformat.html, 2.1). A reader of SQLite compares it to what it has in its cache, and this does the same.
class CommittedState {
public:
    // Of a file with a write-ahead log, for as long as the connection lives.
    explicit CommittedState(sqlite3*);

    // Nothing while a commit is being made known.
    std::optional<CommitState> read() const;

private:
    const volatile std::uint64_t* header_ = nullptr;
};

} // namespace cairn::db::sqlite
