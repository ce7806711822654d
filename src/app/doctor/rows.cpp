// Rows that name others where no foreign key holds them, and what there must be one of.
#include <fmt/core.h>

#include "app/doctor/checks.hpp"
#include "db/database.hpp"

namespace cairn::app::doctor {

namespace {

struct Loose {
    std::string_view what;
    std::string_view count; // SQL
    std::string_view mend;  // SQL; empty: nobody but a person can
};

// clang-format off
constexpr Loose all_loose[] = {
    {"comments that say they are in another repository than their issue",
     "SELECT count(*) FROM comment c JOIN issue i ON i.id = c.issue_id WHERE c.repository_id <> i.repository_id",
     "UPDATE comment SET repository_id = (SELECT i.repository_id FROM issue i WHERE i.id = comment.issue_id)"
     " WHERE repository_id <> (SELECT i.repository_id FROM issue i WHERE i.id = comment.issue_id)"},
    {"pull requests that say they are in another repository than their issue",
     "SELECT count(*) FROM pull_request p JOIN issue i ON i.id = p.issue_id WHERE p.repository_id <> i.repository_id",
     "UPDATE pull_request SET repository_id = (SELECT i.repository_id FROM issue i WHERE i.id = pull_request.issue_id)"
     " WHERE repository_id <> (SELECT i.repository_id FROM issue i WHERE i.id = pull_request.issue_id)"},
    {"pull requests of which the branches are not known",
     "SELECT count(*) FROM issue i WHERE i.is_pull AND NOT EXISTS (SELECT 1 FROM pull_request p WHERE p.issue_id = i.id)", ""},
    {"issues with a milestone that there is not",
     "SELECT count(*) FROM issue i WHERE i.milestone_id <> 0 AND NOT EXISTS (SELECT 1 FROM milestone m WHERE m.id = i.milestone_id)",
     "UPDATE issue SET milestone_id = 0 WHERE milestone_id <> 0 AND NOT EXISTS (SELECT 1 FROM milestone m WHERE m.id = issue.milestone_id)"},
    {"files of releases that there are not",
     "SELECT count(*) FROM attachment a WHERE a.release_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM release x WHERE x.id = a.release_id)", ""},
    {"comments of reviews that there are not",
     "SELECT count(*) FROM comment c WHERE c.kind IN ('review', 'code') AND c.review_id <> 0 AND NOT EXISTS (SELECT 1 FROM review x WHERE x.id = c.review_id)", ""},
    {"files in the index of code of repositories that there are not",
     "SELECT count(*) FROM code_file f WHERE NOT EXISTS (SELECT 1 FROM repository r WHERE r.id = f.repository_id)",
     "DELETE FROM code_file WHERE NOT EXISTS (SELECT 1 FROM repository r WHERE r.id = code_file.repository_id)"},
    {"states of the index of code of repositories that there are not",
     "SELECT count(*) FROM code_index f WHERE NOT EXISTS (SELECT 1 FROM repository r WHERE r.id = f.repository_id)",
     "DELETE FROM code_index WHERE NOT EXISTS (SELECT 1 FROM repository r WHERE r.id = code_index.repository_id)"},
};
// clang-format on

} // namespace

Complaints look_at_loose_rows(Examination& examination)
{
    Complaints complaints;
    for (const auto& loose : all_loose) {
        if (examination.stop.stop_requested()) break;
        if (const auto count = examination.db().scalar<std::int64_t>(db::Sql::composed(loose.count)); count > 0)
            complaints.push_back(fmt::format("{} {}{}", count, loose.what,
                                             loose.mend.empty() ? ": look at them, or restore what they name" : ""));
    }
    return complaints;
}

Complaints mend_loose_rows(Examination& examination)
{
    Complaints done;
    for (const auto& loose : all_loose) {
        if (loose.mend.empty()) continue;
        const auto count =
            examination.db().write([&](db::Transaction& tx) { return tx.run(db::Sql::composed(loose.mend)); });
        if (count > 0) done.push_back(fmt::format("{} {}: mended", count, loose.what));
    }
    return done;
}

Complaints look_at_accounts(Examination& examination)
{
    auto& db = examination.db();
    Complaints complaints;
    const auto people = db.scalar<std::int64_t>("SELECT count(*) FROM account WHERE kind = 'individual'");
    if (people > 0
        && !db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE kind = 'individual' AND is_admin AND is_active"
                            " AND NOT prohibit_login) AS value"))
        complaints.emplace_back("nobody who can sign in administers the site: cairn admin user create --admin");
    for (const auto& name : db.all<std::string>(
             "SELECT o.name FROM account o WHERE o.kind = 'organization' AND NOT EXISTS (SELECT 1 FROM team t"
             " JOIN team_member m ON m.team_id = t.id WHERE t.organization_id = o.id AND t.permission = 'owner')"
             " ORDER BY o.id LIMIT 100"))
        complaints.push_back("the organization " + name + " has no owner: an administrator can add one to its team");
    for (const auto& name : db.all<std::string>(
             "SELECT a.name FROM account a WHERE a.kind = 'individual' AND (SELECT count(*) FROM email_address e"
             " WHERE e.account_id = a.id AND e.is_primary) <> 1 ORDER BY a.id LIMIT 100"))
        complaints.push_back(name + " has no primary address, or several: choose one at /-/admin/users");
    return complaints;
}

Complaints look_at_statuses(Examination& examination)
{
    const auto count = examination.db().scalar<std::int64_t>(
        "SELECT count(*) FROM commit_status s WHERE s.latest <> (s.number = (SELECT max(x.number) FROM commit_status x"
        " WHERE x.repository_id = s.repository_id AND x.commit_id = s.commit_id AND x.context = s.context))");
    if (count == 0) return {};
    return {fmt::format("{} states of commits are taken for the latest that are not, or the other way round", count)};
}

Complaints mend_statuses(Examination& examination)
{
    const auto count = examination.db().write([](db::Transaction& tx) {
        return tx.run("UPDATE commit_status AS s SET latest = NOT latest WHERE s.latest <> (s.number ="
                      " (SELECT max(x.number) FROM commit_status x WHERE x.repository_id = s.repository_id"
                      " AND x.commit_id = s.commit_id AND x.context = s.context))");
    });
    return {fmt::format("{} states of commits are marked as they were told", count)};
}

} // namespace cairn::app::doctor
