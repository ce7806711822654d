#include "pulls/follow/chores.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/opening.hpp"

namespace cairn::pulls {

namespace {

constexpr std::int64_t at_once = 20;
constexpr std::int64_t pause_before_again = 5;                      // seconds
constexpr std::int64_t far_ahead = std::int64_t{100} * 365 * 86400; // seconds

struct Outdated {
    std::int64_t repository_id = 0;
    std::string branch;
    Time due_at;
};
BOOST_DESCRIBE_STRUCT(Outdated, (), (repository_id, branch, due_at))

using Ids = std::vector<std::int64_t>;

// Open ones that lead from the branch.
Ids leading_from(db::Queries& db, const Outdated& moved)
{
    return db.all<std::int64_t>("SELECT p.issue_id FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                                " WHERE p.head_repository_id = $1 AND p.head_branch = $2 AND NOT i.closed",
                                moved.repository_id, moved.branch);
}

// The newest of those that lead to it and were not looked at since it has moved.
Ids leading_to(db::Queries& db, const Outdated& moved)
{
    return db.all<std::int64_t>("SELECT i.id FROM issue i JOIN pull_request p ON p.issue_id = i.id"
                                " JOIN branch b ON b.repository_id = p.repository_id AND b.name = p.base_branch"
                                " WHERE i.repository_id = $1 AND i.is_pull AND NOT i.closed AND p.base_branch = $2"
                                " AND b.commit_id <> p.base_sha ORDER BY i.id DESC LIMIT $3",
                                moved.repository_id, moved.branch, at_once);
}

// What the row says and git may have missed.
Result<> repair_head(const api::Site& site, const Known& known)
{
    const auto head = git::ObjectId::parse(known.pull.head_sha);
    if (!head) return {};
    return put_head(*TRY(site.get<git::Repositories>().open(known.repository.storage)), known.issue.number, *head);
}

Result<> follow_one(const api::Site& site, std::int64_t issue_id)
{
    auto known = find_known(site.db, issue_id);
    if (!known) return {};
    TRY(follow(site, *known)); // what is wrong with it is noted there
    static_cast<void>(repair_head(site, *known));
    return {};
}

void look_at(const api::Site& site, const Ids& ids)
{
    for (const auto id : ids)
        if (const auto followed = follow_one(site, id); !followed && may_pass(followed.error()))
            site.db.write([&](db::Transaction& tx) {
                jobs::put(tx,
                          {.kind = follow_again_job,
                           .key = std::to_string(id),
                           .due = {Time::now().seconds + pause_before_again}});
            });
}

struct DoomedHead {
    std::int64_t repository_id = 0;
    std::int64_t number = 0;
};
BOOST_DESCRIBE_STRUCT(DoomedHead, (), (repository_id, number))

Result<> remove_head(const api::Site& site, const DoomedHead& doomed)
{
    const auto stored = repositories::find_repository(site.db, doomed.repository_id);
    if (!stored) return {};
    const auto repository = TRY(site.get<git::Repositories>().open(stored->storage));
    const auto found = git::find_reference(*repository, head_reference(doomed.number));
    if (!found) return {};
    return git::update_reference(*repository, {.name = found->name, .before = found->target, .after = {}});
}

} // namespace

Result<bool> follow_next(const api::Site& site, std::int64_t repository_id)
{
    const auto now = Time::now();
    // Looked for first, because there is mostly none and a write costs everybody.
    if (!site.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM outdated_pulls WHERE repository_id = $1) AS value",
                              repository_id))
        return false;
    // Marked, so that what is pushed meanwhile shows.
    const auto taken = site.db.write([&](db::Transaction& tx) {
        return tx.first<Outdated>("UPDATE outdated_pulls SET due_at = $2 WHERE repository_id = $1 AND branch ="
                                  " (SELECT branch FROM outdated_pulls WHERE repository_id = $1"
                                  " ORDER BY due_at, branch LIMIT 1) RETURNING *",
                                  repository_id, Time{now.seconds + far_ahead});
    });
    if (!taken) return false;
    const auto to = leading_to(site.db, *taken);
    look_at(site, leading_from(site.db, *taken));
    look_at(site, to);
    const bool all = static_cast<std::int64_t>(to.size()) < at_once;
    // What was pushed meanwhile has made the row due again, and then it stays.
    site.db.write([&](db::Transaction& tx) {
        if (all)
            tx.run("DELETE FROM outdated_pulls WHERE repository_id = $1 AND branch = $2 AND due_at = $3",
                   taken->repository_id, taken->branch, taken->due_at);
        else
            tx.run("UPDATE outdated_pulls SET due_at = $4 WHERE repository_id = $1 AND branch = $2 AND due_at = $3",
                   taken->repository_id, taken->branch, taken->due_at, now);
    });
    return true;
}

Result<jobs::Outcome> follow_again(const api::Site& site, const jobs::Job& job, const std::stop_token&)
{
    const auto followed = follow_one(site, job.key_number());
    if (!followed && may_pass(followed.error())) return std::unexpected(followed.error());
    return jobs::Outcome::done();
}

void give_up_following(const api::Site&, db::Transaction& tx, const jobs::Job& job)
{
    if (const auto pull = find_pull(tx, job.key_number())) count_as_conflict(tx, *pull);
}

Result<bool> remove_next_head(const api::Site& site, std::int64_t repository_id)
{
    const auto doomed = site.db.first<DoomedHead>("SELECT repository_id, number FROM doomed_pull_head"
                                                  " WHERE repository_id = $1 ORDER BY number LIMIT 1",
                                                  repository_id);
    if (!doomed) return false;
    if (const auto removed = remove_head(site, *doomed); !removed)
        log::warn(
            "the reference of a deleted pull request stays",
            {{"repository", doomed->repository_id}, {"number", doomed->number}, {"error", removed.error().message}});
    site.db.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM doomed_pull_head WHERE repository_id = $1 AND number = $2", doomed->repository_id,
               doomed->number);
    });
    return true;
}

} // namespace cairn::pulls
