// What the commits say that a merge makes. A repository may say it in a file of its default branch,
// .cairn/default_merge_message/SQUASH_TEMPLATE.md for the style `squash`, or DEFAULT_TEMPLATE.md for all.
#pragma once

#include <string>

#include "git/objects/objects.hpp"
#include "repositories/repository.hpp"

namespace cairn::pulls {

using repositories::MergeStyle;

// What a message can speak of.
struct MergeFacts {
    std::int64_t number = 0;
    std::string title{};
    std::string description{};
    std::string poster{};
    std::string base_owner{};
    std::string base_repository{};
    std::string base_branch{};
    std::string head_owner{}; // empty: the repository is gone
    std::string head_repository{};
    std::string head_branch{};
    bool from_fork = false;
    std::string page{};
    std::vector<git::Person> approvers{};
    std::vector<std::string> closing{}; // "close #7"
};

// The first line, where nobody has said it.
std::string usual_title(MergeStyle, const MergeFacts&);

// The first line of a template's text, with its variables replaced: ${PullRequestTitle}, ...
std::string expanded_title(std::string_view text, const MergeFacts&);

// And what follows below it.
std::string expanded_text(std::string_view text, const MergeFacts&);

// The text of the file for this style; empty if there is none.
std::string find_template(const git::Repository&, std::string_view default_branch, MergeStyle);

// Title and text with an empty line between them, each without the blanks around it, and a line's end.
std::string join_message(std::string_view title, std::string_view text);

// Adds `key: value` below the text: after an empty line, unless such lines stand there already.
std::string add_trailer(std::string_view message, std::string_view key, const git::Person&);

} // namespace cairn::pulls
