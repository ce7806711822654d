#include "pulls/review/remarks.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/review/reviewing.hpp"

namespace cairn::pulls {

using api::Call;
using git::ObjectId;
using issues::Change;

namespace {

Result<std::string> commit_named(const git::Repository& repository, const std::string& id)
{
    const auto parsed = ObjectId::parse(id);
    if (!parsed || !repository.peel(*parsed, git::Kind::commit))
        return fail(Errc::unprocessable, "these commits are not there any more");
    return parsed->hex();
}

Result<CommitPair> sides_of(const git::Repository& repository, const StoredPull& pull, const NewRemark& wanted)
{
    CommitPair sides{.before = pull.merge_base, .after = pull.head_sha};
    if (!wanted.before.empty()) sides.before = TRY(commit_named(repository, wanted.before));
    if (!wanted.after.empty()) sides.after = TRY(commit_named(repository, wanted.after));
    return sides;
}

std::int64_t count_lines(std::string_view text)
{
    return std::ranges::count(text, '\n') + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

Result<std::string> text_of_file(const git::Repository& repository, const std::string& commit, const std::string& path)
{
    const auto tree = TRY(repository.peel(ObjectId::parse(commit).value_or(ObjectId{}), git::Kind::tree));
    const auto entry = TRY(git::find_entry(repository, tree, path));
    if (!entry.is_file()) return not_found("the file");
    return git::read_blob(repository, entry.id, git::limits().diff_file_size);
}

Result<Side> side_of(const NewRemark& wanted)
{
    if (wanted.side != "old" && wanted.side != "new" && !wanted.side.empty())
        return fail(Errc::unprocessable, "[side]: is old or new");
    return wanted.side == "old" ? Side::old_file : Side::new_file;
}

Result<void> check_in(const git::Repository& repository, const CommitPair& sides, const NewRemark& wanted)
{
    const auto side = TRY(side_of(wanted));
    if (wanted.path.empty() || wanted.path.size() > 4096)
        return fail(Errc::unprocessable, "[path]: there is no such file");
    const auto first = wanted.first == 0 ? wanted.line : wanted.first;
    if (wanted.line < 0 || first < 0) return fail(Errc::unprocessable, "[line]: lines are counted from 1");
    if (first > wanted.line) return fail(Errc::unprocessable, "[first]: is behind the last line");
    if (wanted.line - first >= most_lines) return fail(Errc::unprocessable, "[first]: these are too many lines");
    if (wanted.line == 0) return {};
    const bool is_old = side == Side::old_file;
    const auto& path = is_old && !wanted.previous.empty() ? wanted.previous : wanted.path;
    const auto text = text_of_file(repository, is_old ? sides.before : sides.after, path);
    if (!text) return fail(Errc::unprocessable, "[line]: the file has no lines on this side");
    if (const auto lines = count_lines(*text); wanted.line > lines)
        return fail(Errc::unprocessable, "[line]: the file has " + std::to_string(lines) + " lines");
    return {};
}

struct Placed {
    LinePosition place;
    std::string head;
};

Result<Placed> place(const Call& call, const PullContext& at, const NewRemark& wanted)
{
    if (text::trim(wanted.body).empty()) return fail(Errc::unprocessable, "[body]: is required");
    if (wanted.body.size() > longest_remark) return fail(Errc::unprocessable, "[body]: is too long");
    const auto repository = TRY(call.site.get<git::Repositories>().open(at.place.repository.storage));
    const auto sides = TRY(sides_of(*repository, at.pull, wanted));
    TRY(check_in(*repository, sides, wanted));
    const WantedLine line{.path = wanted.path, .side = TRY(side_of(wanted)), .line = wanted.line};
    auto placed = TRY(place_lines(*repository, sides, {&line, 1}));
    if (wanted.first > 0 && wanted.first < wanted.line) placed.front().first_line = wanted.first;
    return Placed{.place = std::move(placed.front()), .head = sides.after};
}

Result<StoredLineComment> found_again(const Call& call, std::int64_t id)
{
    auto made = find_line_comment(call.db(), id);
    if (!made) return not_found("the remark");
    return std::move(*made);
}

// A draft that has lost its last remark is no draft.
void drop_if_empty(db::Transaction& tx, std::int64_t review_id)
{
    tx.run("DELETE FROM review WHERE id = $1 AND state = 'PENDING' AND body = ''"
           " AND NOT EXISTS (SELECT 1 FROM comment WHERE review_id = $1 AND kind = 'code')",
           review_id);
}

} // namespace

Result<void> check_line(const Call& call, const PullContext& at, const NewRemark& wanted)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(at.place.repository.storage));
    return check_in(*repository, TRY(sides_of(*repository, at.pull, wanted)), wanted);
}

Result<std::string> lines_of(const Call& call, const PullContext& at, const NewRemark& wanted)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(at.place.repository.storage));
    const auto sides = TRY(sides_of(*repository, at.pull, wanted));
    TRY(check_in(*repository, sides, wanted));
    if (TRY(side_of(wanted)) == Side::old_file || wanted.line == 0)
        return fail(Errc::unprocessable, "[line]: these lines cannot be changed");
    const auto text = TRY(text_of_file(*repository, sides.after, wanted.path));
    const auto first = wanted.first == 0 ? wanted.line : wanted.first;
    std::string found;
    std::int64_t number = 0;
    for (auto line : text::split(text, '\n')) {
        if (++number > wanted.line) break;
        if (number < first) continue;
        if (line.ends_with('\r')) line.remove_suffix(1);
        found.append(line).append(1, '\n');
        if (found.size() > longest_remark / 2) return fail(Errc::unprocessable, "[line]: these lines are too long");
    }
    if (!is_text(found)) return fail(Errc::unprocessable, "[line]: these lines are no text");
    return found;
}

Result<StoredLineComment> draft_remark(const Call& call, const PullContext& found, const NewRemark& wanted)
{
    TRY(issues::check_may_talk(call, found));
    auto at = found;
    follow(call, at);
    const auto placed = TRY(place(call, at, wanted));
    const auto id = TRY(call.db().write([&](db::Transaction& tx) -> Result<std::int64_t> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        if (count_drafts(tx, issue->id, call.caller.id) >= most_drafts)
            return fail(Errc::unprocessable, "these are too many drafts: submit them first");
        auto draft = find_draft(tx, issue->id, call.caller.id);
        if (!draft)
            draft = insert_review(tx, {.issue_id = issue->id, .reviewer_id = call.caller.id, .commit_id = placed.head});
        const Change change{tx, call.site.events, call.caller.id, *issue};
        return insert_line_comment(change, draft->id, placed.place, wanted.body);
    }));
    return found_again(call, id);
}

Result<StoredLineComment> say_remark(const Call& call, const PullContext& found, const NewRemark& wanted)
{
    TRY(issues::check_may_talk(call, found));
    auto at = found;
    follow(call, at);
    auto placed = TRY(place(call, at, wanted));
    const Opinion opinion{.state = ReviewState::comment,
                          .commit_id = placed.head,
                          .stale = placed.head != at.pull.head_sha,
                          .remarks = {{.place = std::move(placed.place), .body = wanted.body}},
                          .meant = issues::find_meant(call, at, wanted.body),
                          .apart = true};
    const auto review = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredReview> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        return write_review({tx, call.site.events, call.caller.id, *issue}, opinion);
    }));
    auto said = line_comments_of(call.db(), review.id);
    if (said.empty()) return not_found("the remark");
    return std::move(said.back());
}

Result<StoredLineComment> say_draft(const Call& call, const LineCommentContext& at)
{
    TRY(issues::check_may_talk(call, at));
    const auto meant = issues::find_meant(call, at, at.comment.body);
    TRY(call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        const auto remark = find_line_comment(tx, at.comment.id);
        if (!issue || !remark) return not_found("the remark");
        if (!remark->in_draft || remark->poster_id != call.caller.id)
            return fail(Errc::unprocessable, "this is no draft any more");
        const auto review = TRY(write_review({tx, call.site.events, call.caller.id, *issue},
                                             {.state = ReviewState::comment,
                                              .commit_id = remark->head_id,
                                              .stale = remark->head_id != at.pull.head_sha,
                                              .meant = meant,
                                              .apart = true}));
        tx.run("UPDATE comment SET review_id = $2 WHERE id = $1", remark->id, review.id);
        drop_if_empty(tx, remark->review_id);
        return {};
    }));
    return found_again(call, at.comment.id);
}

Result<> delete_remark(const Call& call, const issues::CommentContext& at)
{
    if (!at.is_author(call.caller) && !at.may_write()) return fail(Errc::forbidden, "this is somebody else's remark");
    if (at.comment.kind != issues::EventKind::code) return fail(Errc::bad_request, "this comment is on no line");
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        const auto remark = find_line_comment(tx, at.comment.id);
        if (!issue || !remark) return not_found("the remark");
        if (remark->in_draft) { // nobody has heard of it
            tx.run("DELETE FROM comment WHERE id = $1", remark->id);
            drop_if_empty(tx, remark->review_id);
            issues::count_comments(tx, issue->id);
            return {};
        }
        if (!issues::delete_comment({tx, call.site.events, call.caller.id, *issue}, remark->id))
            return not_found("the remark");
        return {};
    });
}

} // namespace cairn::pulls
