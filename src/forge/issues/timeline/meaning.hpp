// What a text refers to: issues, by #7, !7, owner/name#7 or their address, and people, by @name. A pure reading of the
// words; what of it exists and may be referred to is found out elsewhere (issues/timeline/references.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "issues/timeline/timeline.hpp"

namespace cairn::issues {

struct Reference {
    std::string owner{}; // empty: in the same repository
    std::string repo{};
    std::int64_t number = 0;
    RefAction action = RefAction::none; // what the word before it asks for
    bool operator==(const Reference&) const = default;
};

struct Meaning {
    std::vector<Reference> references{}; // each target once, with the first action that was asked for
    std::vector<std::string> mentions{}; // in lower case, each once; "organization/team" for a team
};

enum class Form : std::uint8_t {
    markdown, // what is code means nothing
    plain,    // a commit's message, a title
};

// `site` is the site's own address, with a slash at its end. No more than a bounded number of each is read.
Meaning read_meaning(std::string_view text, std::string_view site, Form = Form::markdown);

// Of a title and the text below it.
Meaning read_meaning(std::string_view title, std::string_view body, std::string_view site);

} // namespace cairn::issues
