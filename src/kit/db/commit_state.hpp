// What stands for all that is committed to a database: where it is the same as before, nothing was committed since. No
// state ever comes again.
#pragma once

#include <array>
#include <cstdint>

namespace cairn::db {

struct CommitState {
    std::array<std::uint64_t, 8> words{};

    bool operator==(const CommitState&) const = default;
};

} // namespace cairn::db
