#include "pulls/follow/following.hpp"

#include <ranges>

#include "base/deadline.hpp"
#include "base/log.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "issues/changes.hpp"
#include "pulls/merge/assessment.hpp"
#include "pulls/merge/merged.hpp"
#include "pulls/opening.hpp"
#include "pulls/review/ownership.hpp"

namespace cairn::pulls {

using git::ObjectId;

namespace {

constexpr std::uint64_t most_commits = 500; // that one entry of a timeline names

ObjectId read_id(std::string_view hex) { return ObjectId::parse(hex).value_or(ObjectId{}); }

// What the timeline tells of a push, as today's clients know it.
struct PushedCommits {
    bool is_force_push = false;
    std::vector<std::string> commit_ids;
};

PushedCommits commits_between(const git::Repository& repository, const ObjectId& before, const ObjectId& after)
{
    const auto forward = git::descends_from(repository, after, before);
    if (!forward || !*forward) return {.is_force_push = true, .commit_ids = {before.hex(), after.hex()}};
    PushedCommits pushed;
    if (const auto page = git::walk(repository, {.from = after, .without = {before}, .limit = most_commits}))
        for (const auto& id : page->commits | std::views::reverse) pushed.commit_ids.push_back(id.hex());
    return pushed;
}

std::string to_json(const PushedCommits& pushed)
{
    std::string ids;
    for (const auto& id : pushed.commit_ids) ids += (ids.empty() ? "\"" : ",\"") + id + "\"";
    return std::string("{\"is_force_push\":") + (pushed.is_force_push ? "true" : "false") + ",\"commit_ids\":[" + ids
        + "]}";
}

// Where its head is, with its commits in the base repository.
Result<Brought> bring_head(const api::Site& site, const Known& known)
{
    const auto& pull = known.pull;
    if (pull.head_tip.empty() || pull.head_tip == pull.head_sha) return Brought{.commit = read_id(pull.head_sha)};
    if (pull.head_repository_id == known.repository.id) return Brought{.commit = read_id(pull.head_tip)};
    const auto from = repositories::find_repository(site.db, pull.head_repository_id);
    if (!from) return Brought{.commit = read_id(pull.head_sha)};
    return bring(site, *from, pull.head_branch, known.repository);
}

std::int64_t pusher_of(db::Queries& db, const StoredPull& pull)
{
    return db
        .first<std::int64_t>("SELECT a.id FROM branch b JOIN account a ON a.id = b.pusher_id"
                             " WHERE b.repository_id = $1 AND b.name = $2",
                             pull.head_repository_id, pull.head_branch)
        .value_or(0);
}

struct Moved {
    std::string before;
    bool changed = true;
    std::string commits; // for the timeline
};

// Only if nobody else was faster.
void write(const api::Site& site, Known& known, const Assessment& found, const std::optional<Moved>& moved,
           std::int64_t pusher)
{
    site.db.write([&](db::Transaction& tx) {
        auto issue = issues::find_issue(tx, known.issue.id);
        auto pull = find_pull(tx, known.issue.id);
        if (!issue || !pull || issue->closed) return;
        if (pull->head_sha == known.pull.head_sha && pull->base_branch == known.pull.base_branch) {
            keep(*pull, found);
            save(tx, *pull);
            const issues::Change change{tx, site.events, pusher, *issue};
            if (!moved) site.events.tell(tx, events::PullCompared{change.told()});
            if (moved) {
                auto event = change.event(issues::EventKind::pull_push);
                event.body = moved->commits;
                event = issues::add_event(tx, std::move(event));
                issue->updated_at = event.created_at;
                site.events.tell(
                    tx, events::PullPushed{change.told(), moved->before, pull->head_sha, moved->changed, event.id});
            }
        }
        known.issue = std::move(*issue);
        known.pull = std::move(*pull);
    });
}

void give_up(const api::Site& site, Known& known, const Error& error)
{
    log::error("a pull request could not be compared with its base",
               {{"repository", known.repository.id}, {"number", known.issue.number}, {"error", error.message}});
    known.pull.conflict = true;
    if (!known.pull.base_tip.empty()) known.pull.base_sha = known.pull.base_tip;
    site.db.write([&](db::Transaction& tx) { count_as_conflict(tx, known.pull); });
}

Result<> follow_now(const api::Site& site, Known& known)
{
    const auto head = TRY(bring_head(site, known));
    const auto repository = site.get<git::Repositories>().open(known.repository.storage);
    if (!repository) return fail(Errc::unavailable, "the repository cannot be read now"); // its disk may be away
    const bool moves = head.commit.hex() != known.pull.head_sha;
    return move_to(site, known, **repository, head.commit, moves ? pusher_of(site.db, known.pull) : 0);
}

} // namespace

bool may_pass(const Error& error)
{
    return error.code == Errc::unavailable || error.code == Errc::storage_full || !Deadline::is_ahead_now();
}

void count_as_conflict(db::Transaction& tx, const StoredPull& pull)
{
    tx.run("UPDATE pull_request SET conflict = TRUE, base_sha = $2 WHERE issue_id = $1", pull.issue_id,
           pull.base_tip.empty() ? pull.base_sha : pull.base_tip);
}

std::optional<Known> find_known(db::Queries& db, std::int64_t issue_id)
{
    auto issue = issues::find_issue(db, issue_id);
    auto pull = find_pull(db, issue_id);
    if (!issue || !pull) return {};
    auto repository = repositories::find_repository(db, issue->repository_id);
    if (!repository) return {};
    return Known{.repository = std::move(*repository), .issue = std::move(*issue), .pull = std::move(*pull)};
}

Result<> move_to(const api::Site& site, Known& known, const git::Repository& repository, const ObjectId& head,
                 std::int64_t pusher_id)
{
    const auto base = read_id(known.pull.base_tip.empty() ? known.pull.base_sha : known.pull.base_tip);
    const bool moves = head.hex() != known.pull.head_sha;
    const auto found = moves ? TRY(assess(repository, base, head)) : TRY(assess_again(repository, base, known.pull));
    std::optional<Moved> moved;
    if (moves)
        moved = Moved{.before = known.pull.head_sha,
                      .changed = !change_the_same(repository, known.pull, found),
                      .commits = to_json(commits_between(repository, read_id(known.pull.head_sha), head))};
    TRY(put_head(repository, known.issue.number, head));
    if (known.repository.autodetect_manual_merge && known.pull.commit_count > 0 && !moves && found.is_empty())
        return mark_as_merged_elsewhere(site, known, repository, base);
    write(site, known, found, moved, pusher_id);
    if (moved) request_code_owners(site, known.repository, repository, known.issue.id);
    return {};
}

Result<> follow(const api::Site& site, Known& known)
{
    if (known.issue.closed || known.pull.is_current()) return {};
    const PullLock turn(known.issue.id);
    auto fresh = find_known(site.db, known.issue.id); // whoever had the turn before may have done it
    if (!fresh) return not_found("the pull request");
    known = std::move(*fresh);
    return follow(site, known, turn);
}

Result<> follow(const api::Site& site, Known& known, const PullLock&)
{
    if (known.issue.closed || known.pull.is_current()) return {};
    auto followed = follow_now(site, known);
    if (followed) return followed;
    if (may_pass(followed.error())) known.pull.conflict = true;
    else give_up(site, known, followed.error());
    return followed;
}

void follow(const api::Call& call, PullContext& at)
{
    if (at.issue.closed || at.pull.is_current()) return;
    Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    if (!follow(call.site, known)) return;
    at.issue = std::move(known.issue);
    at.pull = std::move(known.pull);
}

} // namespace cairn::pulls
