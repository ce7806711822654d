// Files of repositories and of the storage are deleted after the rows that name them. Who reads the rows as they are at
// one moment, and then the files, holds these meanwhile: whoever would delete a file that no row names any more asks
// first, and leaves it to the next clean-up.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace cairn::db {

class Database;
class Queries;

bool files_are_held(Queries&);

// From its making to its end, and a few minutes longer where its process dies. A snapshot that is taken after it was
// made names no file that is missing.
class FilesHold {
public:
    explicit FilesHold(Database&);
    ~FilesHold();
    FilesHold(const FilesHold&) = delete;
    FilesHold& operator=(const FilesHold&) = delete;

private:
    void renew(const std::stop_token&);

    Database& db_;
    std::int64_t id_;
    std::mutex mutex_;
    std::condition_variable_any stopped_;
    std::jthread renewing_;
};

} // namespace cairn::db
