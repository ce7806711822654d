// The text that stands in git for an object: how it is written, known and found.
#pragma once

#include "git/objects/object_id.hpp"
#include "lfs/object.hpp"

namespace cairn::lfs {

inline constexpr std::size_t longest_pointer = 1024; // bytes; what is longer is none

// The text that clients write for it, and the name that this has in git, which can so be told without looking for it.
std::string pointer_text(const Pointer&);
git::ObjectId name_in_git(const Pointer&);

// What a text points to, also one that was written otherwise: with extensions, or with other ends of lines.
std::optional<Pointer> pointer_in(std::string_view text);

} // namespace cairn::lfs
