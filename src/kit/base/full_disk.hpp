// Whether something has failed because there is no room: libraries and programs tell it in the system's words alone.
#pragma once

#include <string_view>

namespace cairn {

inline constexpr std::string_view no_room_words = "the server has no room left to store this: its disk is full";

// ENOSPC and EDQUOT, as the system says them.
constexpr bool tells_of_full_disk(std::string_view words)
{
    return words.find("No space left on device") != words.npos || words.find("Disk quota exceeded") != words.npos;
}

} // namespace cairn
