// Remarks on lines one by one, as people make them while they read: kept as a draft at once, or said alone; and taken
// back.
#pragma once

#include "issues/timeline/comment.hpp"
#include "pulls/review/conversation.hpp"

namespace cairn::pulls {

// A draft has no more remarks than that, and a remark no more letters.
inline constexpr std::int64_t most_drafts = 1'000;
inline constexpr std::size_t longest_remark = 65'536;
// Nobody speaks of more lines at once.
inline constexpr std::int64_t most_lines = 1'000;

struct NewRemark {
    std::string path;
    std::string previous;   // where the old file was, if it has moved
    std::string side;       // "old" or "new"
    std::int64_t line = 0;  // the last of them; 0: the file as such
    std::int64_t first = 0; // of several; 0: of one
    std::string body;
    std::string before; // the commits that were looked at; empty: all of the pull request
    std::string after;
};
BOOST_DESCRIBE_STRUCT(NewRemark, (), (path, previous, side, line, first, body, before, after))

// Whether there is such a line; before somebody writes about it. Errc::unprocessable for a file or a line that is not
// there, and for commits that are not; the message names the member.
Result<void> check_line(const api::Call&, const PullContext&, const NewRemark&);

// What these lines of the new file say, with their ends as "\n": what a suggestion begins with. Errc::unprocessable as
// above, and for lines of the old file and those that are too many to be written anew.
Result<std::string> lines_of(const api::Call&, const PullContext&, const NewRemark&);

// Into the caller's draft, which is made for it; nobody is told. On closed and merged ones, too. Errc::unprocessable as
// above, for a remark that says nothing, is too long or one too many; Errc::forbidden where the caller may not talk;
// Errc::not_found if the pull request is gone.
Result<StoredLineComment> draft_remark(const api::Call&, const PullContext&, const NewRemark&);
// The same as a review of its own; a draft stays what it is.
Result<StoredLineComment> say_remark(const api::Call&, const PullContext&, const NewRemark&);

// A remark that was a draft's, said alone. Errc::unprocessable for what is no draft any more; Errc::forbidden as above.
Result<StoredLineComment> say_draft(const api::Call&, const LineCommentContext&);

// A draft goes with the last of its remarks, unless it says something itself. Errc::forbidden for who has not made it
// and may not write to pull requests, Errc::bad_request for what is on no line, Errc::not_found if it is gone.
Result<> delete_remark(const api::Call&, const issues::CommentContext&);

} // namespace cairn::pulls
