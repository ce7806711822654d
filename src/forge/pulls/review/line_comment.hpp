// Remarks on lines of a pull request: as the database holds them, as the API shows them, and where they belong.
#pragma once

#include "accounts/user.hpp"
#include "git/repository.hpp"
#include "issues/changes.hpp"
#include "pulls/review/lines.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pulls {

BOOST_DESCRIBE_ENUM(Side, new_file, old_file)

// What a remark is on.
struct LinePosition {
    std::string path;
    Side side = Side::new_file;
    std::int64_t line = 0; // 0: the file as such
    std::string commit_id; // where the file has that line
    std::string head_id;   // the head that was looked at
    std::string diff_hunk;
    std::int64_t first_line = 0; // of several, of which `line` is the last; 0: of one

    std::int64_t first() const { return first_line > 0 ? first_line : line; }
};
BOOST_DESCRIBE_STRUCT(LinePosition, (), (path, side, line, commit_id, head_id, diff_hunk, first_line))

struct StoredLineComment : LinePosition {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t review_id = 0;
    bool in_draft = false; // that review is one
    std::int64_t poster_id = 0;
    std::int64_t resolver_id = 0;
    std::string body;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(StoredLineComment, (LinePosition),
                      (id, issue_id, review_id, in_draft, poster_id, resolver_id, body, created_at, updated_at))

struct PullReviewComment {
    std::int64_t id = 0;
    std::string body;
    std::optional<accounts::User> user;
    std::optional<accounts::User> resolver;
    std::int64_t pull_request_review_id = 0;
    Time created_at;
    Time updated_at;
    std::string path;
    std::string commit_id;
    std::string original_commit_id;
    std::string diff_hunk;
    std::int64_t position = 0;
    std::int64_t original_position = 0;
    std::string html_url;
    std::string pull_request_url;
};
BOOST_DESCRIBE_STRUCT(PullReviewComment, (),
                      (id, body, user, resolver, pull_request_review_id, created_at, updated_at, path, commit_id,
                       original_commit_id, diff_hunk, position, original_position, html_url, pull_request_url))
constexpr auto notes(const PullReviewComment*)
{
    return std::array{
        Note{"", "A remark on a line of a pull request"},
        Note{"resolver", "who has said that it is done"},
        Note{"commit_id", "the head that it was made on"},
        Note{"original_commit_id", "the same, where the line has gone since"},
        Note{"diff_hunk", "the difference that it was made on, up to the line"},
        Note{.member = "position",
             .doc = "the line in the new file, where it is now; 0 if it is on the old one, or has gone",
             .format = "uint64"},
        Note{.member = "original_position",
             .doc = "the line in the old file, or where a line has been that has gone",
             .format = "uint64"},
    };
}

// Those of several reviews, by review, each the oldest first; at most so many.
std::vector<StoredLineComment> line_comments_of(db::Queries&, const std::vector<std::int64_t>& review_ids,
                                                std::int64_t most);
std::optional<StoredLineComment> find_line_comment(db::Queries&, std::int64_t id);
std::vector<StoredLineComment> line_comments_of(db::Queries&, std::int64_t review_id);

// Those of a pull request that somebody may see: of drafts only their own. The oldest first, at most so many.
std::vector<StoredLineComment> line_comments_on(db::Queries&, std::int64_t issue_id, std::int64_t viewer_id,
                                                std::int64_t most);

// Whichever of these there are.
std::vector<StoredLineComment> line_comments_named(db::Queries&, const std::vector<std::int64_t>& ids);

// How many remarks somebody's draft has.
std::int64_t count_drafts(db::Queries&, std::int64_t issue_id, std::int64_t reviewer_id);

// Of a review; the issue is not touched, for a draft is nobody's business.
std::int64_t insert_line_comment(const issues::Change&, std::int64_t review_id, const LinePosition&,
                                 const std::string& body);

// What somebody wants to make a remark on.
struct WantedLine {
    std::string path;
    Side side = Side::new_file;
    std::int64_t line = 0;
};
// Between what somebody looks at a pull request: whole ids of commits.
struct CommitPair {
    std::string before;
    std::string after;
};

// Where the lines of remarks are in these commits, by the remarks' ids; nothing where a line has gone.
std::map<std::int64_t, std::optional<std::int64_t>> lines_in(const git::Repository&, const CommitPair&,
                                                             std::span<const StoredLineComment>);

// Each with the piece of the difference that it is on.
Result<std::vector<LinePosition>> place_lines(const git::Repository&, const CommitPair&, std::span<const WantedLine>);
// The same between where the pull request begins and `head`.
Result<std::vector<LinePosition>> place_lines(const git::Repository&, const StoredPull&, const git::ObjectId& head,
                                              std::span<const WantedLine>);

// All of one pull request. Lines are told where they are in it now.
std::vector<PullReviewComment> show_line_comments(const api::Call&, const PullContext&,
                                                  std::span<const StoredLineComment>);

} // namespace cairn::pulls
