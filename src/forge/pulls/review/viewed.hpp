// Which files of a pull request somebody has seen. A mark is kept by the content of the file: it holds over pushes and
// renames that do not change it, and of two files with the same content whoever has seen one has seen both.
#pragma once

#include <set>

#include "pulls/pull.hpp"

namespace cairn::pulls {

// So many marks of one person are kept for a pull request; the oldest go first.
inline constexpr std::int64_t most_viewed = 20'000;

// All of the caller's marks; none for a stranger.
std::set<std::string> viewed_files(const api::Call&, const PullContext&);

struct ViewedFile {
    std::string content; // the id that the file shall have; of one that is removed the one that it had, behind a "-"
    bool viewed = false;
};
BOOST_DESCRIBE_STRUCT(ViewedFile, (), (content, viewed))

// Errc::unprocessable for what is no content of a file.
Result<> mark_viewed(const api::Call&, const PullContext&, const ViewedFile&);

} // namespace cairn::pulls
