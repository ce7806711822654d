// Private to src/git: what a client reads about the references at the beginning of a push and at its end.
#pragma once

#include <span>
#include <string>

#include "git/receive/receive_pack.hpp"

namespace cairn::git {

// "unpack ok", and for each reference whether it was done. The second form can say what a proposal has become.
std::string push_report(std::string_view unpacked, std::span<const PushedReference>, bool second_form);

} // namespace cairn::git
