#include "import/counts.hpp"

#include "issues/issue.hpp"
#include "repositories/social/deploy_key.hpp"

namespace cairn::import {

namespace {

constexpr std::int64_t at_once = 50;

struct MaxIndexRow {
    std::int64_t max_index = 0;
};
BOOST_DESCRIBE_STRUCT(MaxIndexRow, (), (max_index))

struct Moved {
    std::int64_t old_id = 0;
    std::int64_t new_id = 0;
};
BOOST_DESCRIBE_STRUCT(Moved, (), (old_id, new_id))

std::vector<Moved> next_moved(db::Queries& db, std::int64_t source_id, std::string_view kind, std::int64_t after)
{
    return db.all<Moved>("SELECT old_id, new_id FROM import_map WHERE source_id = $1 AND kind = $2"
                         " AND old_id > $3 ORDER BY old_id LIMIT $4",
                         source_id, kind, after, at_once);
}

// Each that was moved, a few in a transaction, so that none is long. `site` is a Move, or what has the same of one.
template <class Site, class F> void for_each_moved(const Site& site, std::string_view kind, F&& count)
{
    for (std::int64_t last = 0;;) {
        const auto batch = next_moved(site.queries(), site.source_id, kind, last);
        if (batch.empty()) return;
        site.write([&](db::Transaction& tx) {
            for (const auto& moved : batch) count(tx, moved);
        });
        last = batch.back().old_id;
    }
}

void count_account(db::Transaction& tx, std::int64_t id)
{
    tx.run("UPDATE account SET followers_count = (SELECT count(*) FROM follow WHERE followed_id = $1),"
           " following_count = (SELECT count(*) FROM follow WHERE account_id = $1),"
           " starred_repos_count = (SELECT count(*) FROM star WHERE account_id = $1) WHERE id = $1",
           id);
}

void count_repository(db::Transaction& tx, std::int64_t id, std::int64_t last_number)
{
    tx.run("UPDATE repository SET stars_count = (SELECT count(*) FROM star WHERE repository_id = $1),"
           " forks_count = (SELECT count(*) FROM repository f WHERE f.fork_of = $1),"
           " watchers_count = (SELECT count(*) FROM watch WHERE repository_id = $1 AND NOT ignored),"
           " release_count = (SELECT count(*) FROM release WHERE repository_id = $1 AND NOT draft AND NOT tag_only)"
           " WHERE id = $1",
           id);
    tx.run("UPDATE repository SET"
           " open_issues_count = (SELECT count(*) FROM issue WHERE repository_id = $1 AND NOT is_pull AND NOT closed),"
           " closed_issues_count = (SELECT count(*) FROM issue WHERE repository_id = $1 AND NOT is_pull AND closed),"
           " open_pulls_count = (SELECT count(*) FROM issue WHERE repository_id = $1 AND is_pull AND NOT closed),"
           " closed_pulls_count = (SELECT count(*) FROM issue WHERE repository_id = $1 AND is_pull AND closed)"
           " WHERE id = $1",
           id);
    // Numbers that were given to issues which are gone are not given again.
    const auto greatest =
        tx.scalar<std::int64_t>("SELECT COALESCE(max(number), 0) AS value FROM issue WHERE repository_id = $1", id);
    tx.run("UPDATE repository SET last_issue_number = $2 WHERE id = $1 AND last_issue_number < $2", id,
           std::max(greatest, last_number));
    tx.run("UPDATE issue SET comment_count = (SELECT count(*) FROM comment c WHERE c.issue_id = issue.id"
           " AND c.kind = 'comment') WHERE repository_id = $1",
           id);
    tx.run("UPDATE pull_request SET review_comment_count = (SELECT count(*) FROM comment c"
           " WHERE c.issue_id = pull_request.issue_id AND c.kind = 'review') WHERE repository_id = $1",
           id);
}

// `last_number` tells the greatest number that an issue of the old repository has had.
template <class Site, class F> void count_all(const Site& site, F&& last_number)
{
    for_each_moved(site, "accounts", [](db::Transaction& tx, const Moved& moved) { count_account(tx, moved.new_id); });
    for_each_moved(site, "repositories", [&](db::Transaction& tx, const Moved& moved) {
        count_repository(tx, moved.new_id, last_number(moved.old_id));
    });
    site.write([](db::Transaction& tx) { repositories::forget_unused_keys(tx); });
}

// A move whose old site is not at hand.
struct WithoutSource {
    db::Database& db;
    std::int64_t source_id;

    db::Queries& queries() const { return db; }
    template <class F> void write(F&& work) const { db.write(std::forward<F>(work)); }
};

} // namespace

void count_anew(const Move& move)
{
    count_all(move, [&](std::int64_t old_id) {
        std::int64_t last_number = 0;
        if (move.source.has("issue_index", "group_id"))
            for (const auto& row : move.source.where<MaxIndexRow>("issue_index", "group_id", old_id))
                last_number = row.max_index;
        return last_number;
    });
}

void count_anew(db::Database& db, std::int64_t source_id)
{
    count_all(WithoutSource{.db = db, .source_id = source_id}, [](std::int64_t) { return std::int64_t{}; });
}

} // namespace cairn::import
