// What of git's strict checks does not count: what only says that somebody had a bad clock, a bad mail address or an
// old git. Such commits are in histories that people bring along and can no longer change. What could harm a reader
// stays an error: trees with "..", ".git" or duplicates, dangerous .gitmodules, bytes out of place.
#pragma once

#include <array>
#include <string_view>

namespace cairn::git {

inline constexpr std::array<std::string_view, 16> ignored_checks{
    "missingEmail",           "badEmail",    "badName",         "missingNameBeforeEmail", "missingSpaceBeforeEmail",
    "missingSpaceBeforeDate", "badDate",     "badDateOverflow", "zeroPaddedDate",         "badTimezone",
    "zeroPaddedFilemode",     "badFilemode", "nulInCommit",     "missingTaggerEntry",     "badTagName",
    "multipleAuthors"};

} // namespace cairn::git
