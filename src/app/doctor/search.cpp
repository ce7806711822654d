// What searches look at: on SQLite indexes of words that triggers keep beside the rows, and on both engines the code of
// repositories, which a job indexes. PostgreSQL keeps its own indexes of words.
#include <fmt/core.h>

#include "app/doctor/checks.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "repositories/references/post_push_worker.hpp"

namespace cairn::app::doctor {

namespace {

constexpr std::int64_t long_enough = 3600; // seconds, for a job that was told of a push

struct Index {
    std::string_view what;
    std::string_view table;
    std::string_view index;
    std::string_view which; // SQL: which rows are in it
    std::string_view add;   // SQL: has the missing ones put in
    std::string_view clear; // SQL: takes out what is of no row
};

// clang-format off
constexpr Index indexes[] = {
    {"accounts", "account", "account_search", "TRUE",
     "INSERT INTO account_search (rowid, text) SELECT id, lower_name || char(10) || folded(full_name) || char(10) || folded(email)"
     " FROM account WHERE id NOT IN (SELECT id FROM account_search_docsize)",
     "DELETE FROM account_search WHERE rowid NOT IN (SELECT id FROM account)"},
    {"repositories", "repository", "repository_search", "TRUE",
     "INSERT INTO repository_search (rowid, text) SELECT id, lower_name || char(10) || topics || char(10) || folded(description)"
     " FROM repository WHERE id NOT IN (SELECT id FROM repository_search_docsize)",
     "DELETE FROM repository_search WHERE rowid NOT IN (SELECT id FROM repository)"},
    // What is noted as not indexed is put in at the end of every transaction.
    {"issues", "issue", "issue_words", "TRUE",
     "INSERT INTO issue_unindexed (id) SELECT id FROM issue WHERE id NOT IN (SELECT id FROM issue_words_docsize) ON CONFLICT DO NOTHING",
     "INSERT INTO issue_words (issue_words) VALUES ('delete-all')"},
    {"comments", "comment", "comment_words", "kind IN ('comment', 'review', 'code')",
     "INSERT INTO comment_unindexed (id) SELECT id FROM comment WHERE kind IN ('comment', 'review', 'code')"
     " AND id NOT IN (SELECT id FROM comment_words_docsize) ON CONFLICT DO NOTHING",
     "INSERT INTO comment_words (comment_words) VALUES ('delete-all')"},
};
// clang-format on

std::int64_t count_missing(db::Database& db, const Index& index)
{
    const auto sql = fmt::format("SELECT count(*) FROM {} WHERE {} AND id NOT IN (SELECT id FROM {}_docsize)",
                                 index.table, index.which, index.index);
    return db.scalar<std::int64_t>(db::Sql::composed(sql));
}

std::int64_t count_strays(db::Database& db, const Index& index)
{
    const auto sql = fmt::format("SELECT count(*) FROM {}_docsize WHERE id NOT IN (SELECT id FROM {} WHERE {})",
                                 index.index, index.table, index.which);
    return db.scalar<std::int64_t>(db::Sql::composed(sql));
}

std::vector<std::int64_t> behind(Examination& examination)
{
    return examination.db().all<std::int64_t>(
        "SELECT r.id FROM repository r JOIN code_index i ON i.repository_id = r.id"
        " JOIN branch b ON b.repository_id = r.id AND b.name = r.default_branch"
        " WHERE NOT r.empty AND b.updated_at < $1 AND (i.commit_id <> b.commit_id OR i.pending <> '') ORDER BY r.id",
        examination.begun.seconds - long_enough);
}

} // namespace

Complaints look_at_search(Examination& examination)
{
    Complaints complaints;
    if (examination.on_postgres()) return complaints;
    for (const auto& index : indexes) {
        if (examination.stop.stop_requested()) break;
        if (const auto count = count_missing(examination.db(), index); count > 0)
            complaints.push_back(fmt::format("{} {} are not found by their words", count, index.what));
        if (const auto count = count_strays(examination.db(), index); count > 0)
            complaints.push_back(
                fmt::format("the words of {} {} that are gone are still looked through", count, index.what));
    }
    return complaints;
}

Complaints mend_search(Examination& examination)
{
    Complaints done;
    if (examination.on_postgres()) return done;
    for (const auto& index : indexes) {
        const auto strays = count_strays(examination.db(), index);
        if (strays + count_missing(examination.db(), index) == 0) continue;
        examination.db().write([&](db::Transaction& tx) {
            if (strays > 0) tx.run(db::Sql::composed(index.clear));
            tx.run(db::Sql::composed(index.add));
        });
        done.push_back(fmt::format("the index of {} is complete", index.what));
    }
    return done;
}

Complaints look_at_code_search(Examination& examination)
{
    if (!examination.settings.indexer.repo_indexer_enabled) return {};
    const auto count = behind(examination).size();
    if (count == 0) return {};
    return {fmt::format("the code of {} repositories is found as it was before their last push", count)};
}

Complaints mend_code_search(Examination& examination)
{
    const auto ids = behind(examination);
    examination.db().write([&](db::Transaction& tx) {
        for (const auto id : ids) repositories::put_job(tx, repositories::content_index_job, id);
    });
    return {fmt::format("the server is told to index {} repositories; look again when it has done it", ids.size())};
}

} // namespace cairn::app::doctor
