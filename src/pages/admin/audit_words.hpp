// What happened, in words: the kinds of events of the audit trail.
#pragma once

#include <string>
#include <string_view>

#include "words/language.hpp"

namespace cairn::pages {

// The kind itself where it is one of a later version.
std::string audit_in_words(const words::Language&, std::string_view kind);

} // namespace cairn::pages
