// Changes that reviewers propose in their remarks, as blocks of code:
//
//     ```suggestion
//     the lines that shall be there instead
//     ```
//
// One takes the place of the lines that its remark is on; only the first of a remark can be applied.
#pragma once

#include "pulls/review/line_comment.hpp"

namespace cairn::pulls {

// A piece of a remark: words in Markdown, or what is proposed, whose lines end with "\n".
struct RemarkPart {
    bool suggestion = false;
    std::string text;

    bool operator==(const RemarkPart&) const = default;
};

// In their order. A block that never ends is no suggestion.
std::vector<RemarkPart> parts_of(std::string_view body);

// What the first suggestion of a remark puts in the place of its lines; nothing where there is none. Empty: they go.
std::optional<std::string> suggestion_of(std::string_view body);

// Lines of a text, counted from 1, and what shall be there.
struct Replacement {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::string text;
};

// The text with all of them; new lines end as the replaced ones do. Errc::conflict where two are about one line or a
// line is not there.
Result<std::string> with_replacements(std::string_view text, std::vector<Replacement>);

// Whether the caller may commit to the branch that the pull request comes from: as a push would be allowed, and while
// it is open.
bool may_apply(const api::Call&, const PullContext&);

struct ApplySuggestions {
    std::vector<std::int64_t> id; // of the remarks
    std::string message;          // the first line of the commit; without one it tells what was done
};
BOOST_DESCRIBE_STRUCT(ApplySuggestions, (), (id, message))

// Of one request; each asks for a comparison.
inline constexpr std::size_t most_suggestions = 100;

// Makes one commit of them on the pull request's branch, in the caller's name and with everybody named whose they are,
// and ends their conversations. Errc::conflict where the lines are not what they were when they were spoken of, or two
// are about one line; Errc::unprocessable for a remark without a suggestion, for a draft, for one on the old side, and
// for a pull request that is closed or has no branch; Errc::forbidden for who may not push there; Errc::not_found for
// remarks that are not on it. All of them or none.
Result<git::ObjectId> apply_suggestions(const api::Call&, const PullContext&, const ApplySuggestions&);

} // namespace cairn::pulls
