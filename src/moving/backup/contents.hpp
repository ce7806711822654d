// The files of the storage that the database names.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "remotes/waypoint.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::backup {

struct Content {
    std::string name;       // in the storage
    std::string sha256{};   // where the database knows it
    std::int64_t size = -1; // the same
};

// Whoever asks a snapshot gets those of its moment.
void each_content(db::Queries&, const std::function<void(const Content&)>&);

// Written down while the snapshot lives, and read when it is gone: there may be many.
class ContentList {
public:
    explicit ContentList(db::Queries&);
    std::int64_t size() const { return size_; }
    void each(const std::function<void(const Content&)>&);

private:
    remotes::Waypoint file_;
    std::int64_t size_ = 0;
};

} // namespace cairn::backup
