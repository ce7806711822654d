// What hangs between issues and pull requests of another server, or on all of them: time spent, and who waits for whom.
#include "db/database.hpp"
#include "issues/issue.hpp"
#include "migrations/import.hpp"

namespace cairn::migrations {

namespace {

// A part that is switched off there, or not for us.
Result<> or_none(Result<> taken)
{
    if (!taken && (taken.error().code == Errc::not_found || taken.error().code == Errc::forbidden)) return {};
    return taken;
}

Result<> take_time(const Import& import, const SourceTime& time)
{
    if (!time.issue || time.time <= 0 || !time.created) return {};
    const auto issue = issues::find_issue(import.site.db, import.repository.id, time.issue->number);
    if (!issue) return {};
    const SourceUser who{.login = time.user_name};
    import.authors.learn(who);
    const auto account = import.authors.account_of(who);
    import.site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO tracked_time (issue_id, account_id, seconds, created_at)"
               " SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT)"
               " WHERE NOT EXISTS (SELECT 1 FROM tracked_time WHERE issue_id = $1 AND COALESCE(account_id, 0) = $5"
               " AND seconds = $3 AND created_at = $4)",
               issue->id, account, time.time, *time.created, account.value_or(0));
    });
    return {};
}

} // namespace

Result<> import_times(const Import& import)
{
    return or_none(for_each_item<SourceTime>(import, "tracked times", "/times?",
                                             [&](const SourceTime& time) { return take_time(import, time); }));
}

Result<> import_dependencies(const Import& import)
{
    for (const auto number : import.site.db.all<std::int64_t>(
             "SELECT number FROM issue WHERE repository_id = $1 ORDER BY number", import.repository.id)) {
        const auto take = [&](const SourceIssueNumber& other) -> Result<> {
            if (other.repository && other.repository->full_name != import.full_name) return {}; // which is not here
            import.site.db.write([&](db::Transaction& tx) {
                tx.run("INSERT INTO issue_dependency (issue_id, depends_on_id, created_at)"
                       " SELECT i.id, o.id, CAST($4 AS BIGINT) FROM issue i JOIN issue o"
                       " ON o.repository_id = i.repository_id WHERE i.repository_id = $1 AND i.number = $2"
                       " AND o.number = $3 AND i.id <> o.id ON CONFLICT DO NOTHING",
                       import.repository.id, number, other.number, Time::now());
            });
            return {};
        };
        TRY(or_none(for_each_item<SourceIssueNumber>(import, "dependencies",
                                                     "/issues/" + std::to_string(number) + "/dependencies?", take)));
    }
    return {};
}

} // namespace cairn::migrations
