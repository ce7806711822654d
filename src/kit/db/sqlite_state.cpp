#include "db/sqlite_state.hpp"

#include <sqlite3.h>

#include <atomic>

namespace cairn::db::sqlite {

namespace {

constexpr int index_page = 32768;       // the unit in which SQLite maps the index
constexpr std::size_t header_words = 6; // of 64 bits; the index begins with two copies
static_assert(header_words <= CommitState{}.words.size());

} // namespace

CommittedState::CommittedState(sqlite3* connection)
{
    sqlite3_file* file = nullptr;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file)) != SQLITE_OK
        || file->pMethods == nullptr || file->pMethods->iVersion < 2)
        return;
    volatile void* index = nullptr;
    if (file->pMethods->xShmMap(file, 0, index_page, 0, &index) == SQLITE_OK)
        header_ = static_cast<const volatile std::uint64_t*>(index);
}

std::optional<CommitState> CommittedState::read() const
{
    if (header_ == nullptr) return std::nullopt;
    // Whoever commits writes the second copy first, so one that is read in the middle of it differs from the other.
    CommitState first;
    CommitState second;
    for (std::size_t i = 0; i < header_words; ++i) first.words[i] = header_[i];
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (std::size_t i = 0; i < header_words; ++i) second.words[i] = header_[header_words + i];
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (first != second) return std::nullopt;
    return first;
}

} // namespace cairn::db::sqlite
