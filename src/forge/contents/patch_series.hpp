// Patches as people send them to each other: one difference, or the mails of `git format-patch`, one after the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "git/objects/objects.hpp"

namespace cairn::contents {

struct SentPatch {
    // Who has written it; nothing: a difference alone. Without a date that can be read, its time is never.
    std::optional<git::Person> author{};
    std::string message{}; // of the commit; empty: nobody has said any
    std::string text{};    // the difference, with whatever stands around it

    std::string subject() const { return message.substr(0, message.find('\n')); }
};

struct PatchSeries {
    std::vector<SentPatch> patches;
    // Of the mail before the first patch, which has none (`--cover-letter`).
    std::string title{};
    std::string description{};
};

inline constexpr std::size_t most_patches = 100;

// too_large for a text of so many bytes.
Result<> check_patch_size(std::size_t bytes);

// The same; unprocessable, with words that say which one: for a mail that has no patch in it or no author, or its patch
// as an attachment; for none, and for more than most_patches.
Result<PatchSeries> read_series(std::string_view text);

} // namespace cairn::contents
