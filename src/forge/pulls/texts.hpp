// A pull request as text: its number with .diff or .patch after it.
#pragma once

#include "pulls/pull.hpp"

namespace cairn::pulls {

enum class TextForm : std::uint8_t { none, diff, patch };

// What the segment {index} asks for. not_found for any other ending.
Result<TextForm> text_form_of(const api::Call&);

// Loads the pull request that {index} names, whatever ending it has.
Result<void> check_reads_pull_or_text(api::Call&);

inline constexpr api::Guard reads_pull_or_text = pull_guard("reads the pull request", &check_reads_pull_or_text);

Result<http::Body> text_of(const api::Call&, const PullContext&, TextForm, bool binaries);

} // namespace cairn::pulls
