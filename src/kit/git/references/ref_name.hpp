// What a reference may be called: the rules of git-check-ref-format, so that nothing reaches a path on the disk that
// git itself would not have put there.
#pragma once

#include <string_view>

namespace cairn::git {

inline constexpr std::string_view heads = "refs/heads/";
inline constexpr std::string_view tags = "refs/tags/";

// A full name below refs/, such as refs/heads/main.
bool is_ref_name(std::string_view);

// The part after refs/heads/ or refs/tags/. A leading dash is refused, as git refuses it: it would be read as an
// option.
bool is_branch_name(std::string_view);
bool is_tag_name(std::string_view);

// A reference of refs/replace/ or refs/original/: git would show one object in place of another because of it, or takes
// it for what a rewrite has left. Nobody's comes in here, by whatever way.
bool is_never_received(std::string_view);

} // namespace cairn::git
