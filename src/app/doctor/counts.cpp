// Numbers that are kept beside rows so that no list counts them: each is counted here, and compared.
#include <fmt/core.h>

#include "app/doctor/checks.hpp"
#include "db/database.hpp"

namespace cairn::app::doctor {

namespace {

struct Kept {
    std::string_view what;
    std::string_view table;
    std::string_view column;
    std::string_view counted; // SQL: what it has to be, of the row `t`
    std::string_view least{}; // SQL: where several numbers are right, the least; `counted` is the greatest then
};

// clang-format off
constexpr Kept all_kept[] = {
    {"stars of repositories", "repository", "stars_count", "SELECT count(*) FROM star s WHERE s.repository_id = t.id"},
    {"forks of repositories", "repository", "forks_count", "SELECT count(*) FROM repository f WHERE f.fork_of = t.id"},
    {"watchers of repositories", "repository", "watchers_count", "SELECT count(*) FROM watch w WHERE w.repository_id = t.id AND NOT w.ignored"},
    {"open issues of repositories", "repository", "open_issues_count", "SELECT count(*) FROM issue i WHERE i.repository_id = t.id AND NOT i.is_pull AND NOT i.closed"},
    {"closed issues of repositories", "repository", "closed_issues_count", "SELECT count(*) FROM issue i WHERE i.repository_id = t.id AND NOT i.is_pull AND i.closed"},
    {"open pull requests of repositories", "repository", "open_pulls_count", "SELECT count(*) FROM issue i WHERE i.repository_id = t.id AND i.is_pull AND NOT i.closed"},
    {"closed pull requests of repositories", "repository", "closed_pulls_count", "SELECT count(*) FROM issue i WHERE i.repository_id = t.id AND i.is_pull AND i.closed"},
    {"releases of repositories", "repository", "release_count", "SELECT count(*) FROM release x WHERE x.repository_id = t.id AND NOT x.draft AND NOT x.tag_only"},
    {"branches of repositories", "repository", "branch_count", "SELECT count(*) FROM branch b WHERE b.repository_id = t.id"},
    {"large files of repositories", "repository", "lfs_size", "SELECT COALESCE(sum(c.size), 0) FROM lfs_object o JOIN lfs_content c ON c.oid = o.oid WHERE o.repository_id = t.id"},
    {"repositories of topics", "topic", "repository_count", "SELECT count(*) FROM repository_topic x WHERE x.topic_id = t.id"},
    {"stars of people", "account", "starred_repos_count", "SELECT count(*) FROM star s WHERE s.account_id = t.id"},
    {"followers of people", "account", "followers_count", "SELECT count(*) FROM follow f WHERE f.followed_id = t.id"},
    {"people whom people follow", "account", "following_count", "SELECT count(*) FROM follow f WHERE f.account_id = t.id"},
    {"issues of labels", "label", "issue_count", "SELECT count(*) FROM issue_label l WHERE l.label_id = t.id"},
    {"issues of milestones", "milestone", "issue_count", "SELECT count(*) FROM issue i WHERE i.milestone_id = t.id"},
    {"closed issues of milestones", "milestone", "closed_issue_count", "SELECT count(*) FROM issue i WHERE i.milestone_id = t.id AND i.closed"},
    {"reactions of issues", "issue", "reaction_count", "SELECT count(*) FROM reaction r WHERE r.issue_id = t.id AND r.comment_id IS NULL"},
    {"comments of issues", "issue", "comment_count", "SELECT count(*) FROM comment c WHERE c.issue_id = t.id AND c.kind IN ('comment', 'review')",
     "SELECT count(*) FROM comment c WHERE c.issue_id = t.id AND c.kind = 'comment'"},
    {"reviews of pull requests", "pull_request", "review_comment_count", "SELECT count(*) FROM comment c WHERE c.issue_id = t.issue_id AND c.kind = 'review'"},
};
// clang-format on

std::string condition(const Kept& kept)
{
    if (kept.least.empty()) return fmt::format("t.{} <> ({})", kept.column, kept.counted);
    return fmt::format("(t.{0} > ({1}) OR t.{0} < ({2}))", kept.column, kept.counted, kept.least);
}

} // namespace

Complaints look_at_counts(Examination& examination)
{
    Complaints complaints;
    for (const auto& kept : all_kept) {
        if (examination.stop.stop_requested()) break;
        const auto sql = fmt::format("SELECT count(*) FROM {} t WHERE {}", kept.table, condition(kept));
        if (const auto count = examination.db().scalar<std::int64_t>(db::Sql::composed(sql)); count > 0)
            complaints.push_back(fmt::format("{}: {} are wrong", kept.what, count));
    }
    // A number that is given a second time would be refused.
    const auto late = examination.db().scalar<std::int64_t>(
        "SELECT count(*) FROM repository t WHERE t.last_issue_number <"
        " (SELECT COALESCE(max(i.number), 0) FROM issue i WHERE i.repository_id = t.id)");
    if (late > 0) complaints.push_back(fmt::format("the next number of an issue is taken in {} repositories", late));
    return complaints;
}

Complaints mend_counts(Examination& examination)
{
    Complaints done;
    const auto run = [&](std::string_view what, const std::string& sql) {
        const auto count = examination.db().write([&](db::Transaction& tx) { return tx.run(db::Sql::composed(sql)); });
        if (count > 0) done.push_back(fmt::format("{}: {} counted anew", what, count));
    };
    for (const auto& kept : all_kept)
        run(kept.what,
            fmt::format("UPDATE {} AS t SET {} = ({}) WHERE {}", kept.table, kept.column, kept.counted,
                        condition(kept)));
    run("numbers of issues",
        "UPDATE repository AS t SET last_issue_number ="
        " (SELECT max(i.number) FROM issue i WHERE i.repository_id = t.id)"
        " WHERE t.last_issue_number <"
        " (SELECT COALESCE(max(i.number), 0) FROM issue i WHERE i.repository_id = t.id)");
    return done;
}

} // namespace cairn::app::doctor
