#include "pulls/review/line_comment.hpp"

#include <algorithm>
#include <set>

#include "config/settings.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"
#include "issues/show.hpp"

namespace cairn::pulls {

using api::Call;
using git::ObjectId;

namespace {

constexpr db::SqlText select_line_comments =
    "SELECT l.path, l.side, l.line, l.commit_id, l.head_id, l.diff_hunk, l.first_line, c.id,"
    " c.issue_id, c.review_id, v.state = 'PENDING' AS in_draft, c.poster_id, c.resolver_id, c.body, c.created_at, "
    "c.updated_at"
    " FROM comment c JOIN line_comment l ON l.comment_id = c.id JOIN review v ON v.id = c.review_id";

// A file of very many short lines would take up much memory; of a larger one nobody knows where its lines went.
constexpr std::uint64_t largest_file = 1 << 20;
// Nobody waits until remarks are followed from more commits than that.
constexpr std::size_t most_compared = 200;

// How one of the files has changed; one after the other, because together they may be large.
using Visitor = std::function<void(const git::FileChange&, std::span<const git::Hunk>)>;

Result<> visit_changes(const git::Repository& repository, const ObjectId& before, const ObjectId& after,
                       const std::set<std::string>& paths, std::uint32_t context, const Visitor& visit)
{
    const auto diff = TRY(git::Diff::between(repository, TRY(repository.peel(before, git::Kind::tree)),
                                             TRY(repository.peel(after, git::Kind::tree)),
                                             {.context = context,
                                              .paths = std::vector<std::string>(paths.begin(), paths.end()),
                                              .largest_file = largest_file}));
    const auto files = diff.files();
    for (std::size_t i = 0; i < files.size(); ++i)
        if (paths.contains(files[i].path)) visit(files[i], TRY(diff.hunks(i)));
    return {};
}

// Where the lines of some comments are now.
class Whereabouts {
public:
    Whereabouts(const git::Repository* repository, CommitPair sides, std::span<const StoredLineComment> comments)
        : sides_(std::move(sides))
    {
        std::map<std::pair<Side, std::string>, std::set<std::string>> moved;
        for (const auto& comment : comments) {
            lines_.emplace(comment.id, comment.line);
            if (comment.commit_id != now(comment.side)) moved[{comment.side, comment.commit_id}].insert(comment.path);
        }
        std::size_t compared = 0;
        for (const auto& [from, paths] : moved) {
            const auto before = ObjectId::parse(from.second);
            const auto after = ObjectId::parse(now(from.first));
            const auto follow = [&](const git::FileChange& file, std::span<const git::Hunk> hunks) {
                for (const auto& comment : comments)
                    if (comment.side == from.first && comment.commit_id == from.second && comment.path == file.path)
                        lines_[comment.id] = line_after(file, hunks, comment.line);
            };
            if (repository != nullptr && before && after && ++compared <= most_compared
                && visit_changes(*repository, *before, *after, paths, 0, follow))
                continue;
            // A commit that is not there any more has taken its lines along.
            for (const auto& comment : comments)
                if (comment.side == from.first && comment.commit_id == from.second) lines_[comment.id].reset();
        }
    }

    // Nothing where the line has gone.
    std::optional<std::int64_t> of(const StoredLineComment& comment) const { return lines_.at(comment.id); }
    std::map<std::int64_t, std::optional<std::int64_t>> take() && { return std::move(lines_); }

private:
    static std::optional<std::int64_t> line_after(const git::FileChange& file, std::span<const git::Hunk> hunks,
                                                  std::int64_t line)
    {
        const bool is_comparable = !hunks.empty() || file.before == file.after;
        return is_comparable ? moved_line(hunks, line) : std::nullopt;
    }

    const std::string& now(Side side) const { return side == Side::new_file ? sides_.after : sides_.before; }

    CommitPair sides_;
    std::map<std::int64_t, std::optional<std::int64_t>> lines_{};
};

} // namespace

std::vector<StoredLineComment> line_comments_of(db::Queries& db, const std::vector<std::int64_t>& review_ids,
                                                std::int64_t most)
{
    if (review_ids.empty()) return {};
    db::Composition query(db::Composition::Piece::trusted(select_line_comments.text));
    query << " WHERE c.review_id IN " << db::bound(review_ids) << " ORDER BY c.review_id, c.created_at, c.id LIMIT "
          << db::bound(most);
    return db.all<StoredLineComment>(query);
}

std::optional<StoredLineComment> find_line_comment(db::Queries& db, std::int64_t id)
{
    static constexpr auto by_id = select_line_comments + " WHERE c.id = $1";
    return db.first<StoredLineComment>(by_id.text, id);
}

std::vector<StoredLineComment> line_comments_of(db::Queries& db, std::int64_t review_id)
{
    static constexpr auto by_review = select_line_comments + " WHERE c.review_id = $1 ORDER BY c.created_at, c.id";
    return db.all<StoredLineComment>(by_review.text, review_id);
}

std::vector<StoredLineComment> line_comments_on(db::Queries& db, std::int64_t issue_id, std::int64_t viewer_id,
                                                std::int64_t most)
{
    static constexpr auto by_issue = select_line_comments
        + " WHERE c.issue_id = $1 AND c.kind = 'code' AND (v.state <> 'PENDING' OR c.poster_id = $2)"
          " ORDER BY c.created_at, c.id LIMIT $3";
    return db.all<StoredLineComment>(by_issue.text, issue_id, viewer_id, most);
}

std::vector<StoredLineComment> line_comments_named(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    db::Composition query(select_line_comments.text);
    query << " WHERE c.kind = 'code' AND c.id IN " << db::bound(ids) << " ORDER BY c.id";
    return db.all<StoredLineComment>(query);
}

std::int64_t count_drafts(db::Queries& db, std::int64_t issue_id, std::int64_t reviewer_id)
{
    return db.scalar<std::int64_t>("SELECT COUNT(*) AS value FROM comment c JOIN review v ON v.id = c.review_id"
                                   " WHERE v.issue_id = $1 AND v.reviewer_id = $2 AND v.state = 'PENDING'"
                                   " AND c.kind = 'code'",
                                   issue_id, reviewer_id);
}

std::map<std::int64_t, std::optional<std::int64_t>> lines_in(const git::Repository& repository, const CommitPair& sides,
                                                             std::span<const StoredLineComment> comments)
{
    return Whereabouts(&repository, sides, comments).take();
}

std::int64_t insert_line_comment(const issues::Change& change, std::int64_t review_id, const LinePosition& place,
                                 const std::string& body)
{
    const auto id = change.tx.scalar<std::int64_t>(
        "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, review_id, created_at, updated_at)"
        " VALUES ($1, $2, 'code', $3, $4, $5, $6, $6) RETURNING id",
        change.issue.id, change.issue.repository_id, change.actor_id, body, review_id, Time::now());
    change.tx.run("INSERT INTO line_comment (comment_id, path, side, line, commit_id, head_id, diff_hunk, first_line)"
                  " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                  id, place.path, place.side, place.line, place.commit_id, place.head_id, place.diff_hunk,
                  place.first_line);
    issues::count_comments(change.tx, change.issue.id);
    return id;
}

Result<std::vector<LinePosition>> place_lines(const git::Repository& repository, const CommitPair& sides,
                                              std::span<const WantedLine> wanted)
{
    std::vector<LinePosition> places;
    std::set<std::string> paths;
    for (const auto& line : wanted) {
        paths.insert(line.path);
        places.push_back({.path = line.path,
                          .side = line.side,
                          .line = line.line,
                          .commit_id = line.side == Side::new_file ? sides.after : sides.before,
                          .head_id = sides.after,
                          .diff_hunk = {}});
    }
    const auto before = ObjectId::parse(sides.before);
    const auto after = ObjectId::parse(sides.after);
    if (places.empty() || !before || !after) return places;
    TRY(visit_changes(repository, *before, *after, paths, 3, [&](const auto& file, std::span<const git::Hunk> hunks) {
        for (auto& place : places)
            if (place.path == file.path) place.diff_hunk = hunk_up_to(hunks, place.side, place.line);
    }));
    return places;
}

Result<std::vector<LinePosition>> place_lines(const git::Repository& repository, const StoredPull& pull,
                                              const ObjectId& head, std::span<const WantedLine> wanted)
{
    return place_lines(repository, {.before = pull.merge_base, .after = head.hex()}, wanted);
}

std::vector<PullReviewComment> show_line_comments(const Call& call, const PullContext& at,
                                                  std::span<const StoredLineComment> rows)
{
    if (rows.empty()) return {};
    std::vector<std::int64_t> account_ids;
    for (const auto& row : rows)
        std::ranges::copy(std::array{row.poster_id, row.resolver_id}, std::back_inserter(account_ids));
    const issues::People people(call, std::move(account_ids));
    const auto repository = call.site.get<git::Repositories>().open(at.place.repository.storage);
    const Whereabouts whereabouts(repository ? &**repository : nullptr,
                                  {.before = at.pull.merge_base, .after = at.pull.head_sha}, rows);
    const auto home = issues::home_of(at.place);
    const auto page = issues::page_of(call.settings(), home, at.issue);
    std::vector<PullReviewComment> shown;
    shown.reserve(rows.size());
    for (const auto& row : rows) {
        PullReviewComment comment{
            .id = row.id,
            .body = row.body,
            .user = accounts::show_user(people.at(row.poster_id), call.caller, call.settings()),
            .resolver = {},
            .pull_request_review_id = row.review_id,
            .created_at = row.created_at,
            .updated_at = row.updated_at,
            .path = row.path,
            .commit_id = row.head_id,
            .original_commit_id = {},
            .diff_hunk = row.diff_hunk,
            // A draft shows nowhere but beside the files.
            .html_url = row.in_draft ? page + "/files#issuecomment-" + std::to_string(row.id)
                                     : issues::page_of(call.settings(), home, at.issue, row.id),
            .pull_request_url = page,
        };
        if (row.resolver_id != 0)
            comment.resolver = accounts::show_user(people.at(row.resolver_id), call.caller, call.settings());
        const auto line = whereabouts.of(row);
        if (line && row.side == Side::new_file) comment.position = *line;
        else comment.original_position = line.value_or(row.line);
        if (!line) comment.original_commit_id = row.head_id;
        shown.push_back(std::move(comment));
    }
    return shown;
}

} // namespace cairn::pulls
