// Where a remark on a line of a pull request belongs: the piece of the difference that it was made on, and the line's
// place after the file has changed.
#pragma once

#include <span>

#include "git/objects/diff.hpp"

namespace cairn::pulls {

enum class Side : std::uint8_t { new_file, old_file };

// The hunk that has the line, from its beginning to the line; of a very long one its end. Empty if no hunk has it.
std::string hunk_up_to(std::span<const git::Hunk>, Side, std::int64_t line);

// Which number a line of the file has after this change; nothing if it is not there any more, or another.
std::optional<std::int64_t> moved_line(std::span<const git::Hunk>, std::int64_t line);

} // namespace cairn::pulls
