#include "issues/timeline/imported_author.hpp"

#include "db/composition.hpp"

namespace cairn::issues {

void remember_author(db::Transaction& tx, const ImportedAuthor& author)
{
    tx.run("INSERT INTO imported_author (issue_id, comment_id, name, account_id) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT DO NOTHING",
           author.issue_id, author.comment_id, author.name, author.account_id);
}

std::map<std::int64_t, ImportedAuthor> authors_of_issues(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, ImportedAuthor> authors;
    if (ids.empty()) return authors;
    db::Composition query("SELECT * FROM imported_author WHERE comment_id = 0 AND issue_id IN ");
    query << db::bound(ids);
    for (auto& author : db.all<ImportedAuthor>(query)) authors.emplace(author.issue_id, std::move(author));
    return authors;
}

std::map<std::int64_t, ImportedAuthor> authors_of_comments(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, ImportedAuthor> authors;
    if (ids.empty()) return authors;
    db::Composition query("SELECT * FROM imported_author WHERE comment_id <> 0 AND comment_id IN ");
    query << db::bound(ids);
    for (auto& author : db.all<ImportedAuthor>(query)) authors.emplace(author.comment_id, std::move(author));
    return authors;
}

} // namespace cairn::issues
