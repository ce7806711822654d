#include "db/full_text_indexer.hpp"

namespace cairn::db::sqlite {

void FullTextIndexer::index(Transaction& tx)
{
    if (!noted_)
        noted_ =
            tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'comment_unindexed') AS value");
    if (!noted_) return;
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue_unindexed) AS value")) {
        tx.run("INSERT INTO issue_words (rowid, title, body)"
               " SELECT i.id, i.title, i.body FROM issue_unindexed u JOIN issue i ON i.id = u.id");
        tx.run("DELETE FROM issue_unindexed");
    }
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM comment_unindexed) AS value")) {
        tx.run("INSERT INTO comment_words (rowid, body)"
               " SELECT c.id, c.body FROM comment_unindexed u JOIN comment c ON c.id = u.id");
        tx.run("DELETE FROM comment_unindexed");
    }
}

} // namespace cairn::db::sqlite
