#include "repositories/references/deleted_branch.hpp"

#include "db/database.hpp"

namespace cairn::repositories {

void remember_deleted(db::Transaction& tx, std::int64_t repository_id, const std::string& name,
                      const std::string& commit_id, std::int64_t deleter_id, Time now)
{
    tx.run("INSERT INTO deleted_branch (repository_id, name, commit_id, deleter_id, deleted_at)"
           " VALUES ($1, $2, $3, (SELECT a.id FROM account a WHERE a.id = $4), $5)"
           " ON CONFLICT (repository_id, name) DO UPDATE SET commit_id = excluded.commit_id,"
           " deleter_id = excluded.deleter_id, deleted_at = excluded.deleted_at",
           repository_id, name, commit_id, deleter_id, now);
    // Whoever makes and deletes branches all day leaves no more than these.
    tx.run("DELETE FROM deleted_branch WHERE repository_id = $1 AND name IN (SELECT d.name FROM deleted_branch d"
           " WHERE d.repository_id = $1 ORDER BY d.deleted_at DESC, d.name LIMIT 1000 OFFSET $2)",
           repository_id, most_deleted_branches);
}

void forget_deleted(db::Transaction& tx, std::int64_t repository_id, const std::string& name)
{
    tx.run("DELETE FROM deleted_branch WHERE repository_id = $1 AND name = $2", repository_id, name);
}

std::vector<DeletedBranch> deleted_branches(db::Queries& db, std::int64_t repository_id)
{
    return db.all<DeletedBranch>(
        "SELECT d.name, d.commit_id, COALESCE(a.name, '') AS deleter, d.deleted_at FROM deleted_branch d"
        " LEFT JOIN account a ON a.id = d.deleter_id WHERE d.repository_id = $1 ORDER BY d.deleted_at DESC, d.name",
        repository_id);
}

std::optional<DeletedBranch> find_deleted_branch(db::Queries& db, std::int64_t repository_id, const std::string& name)
{
    return db.first<DeletedBranch>(
        "SELECT d.name, d.commit_id, COALESCE(a.name, '') AS deleter, d.deleted_at FROM deleted_branch d"
        " LEFT JOIN account a ON a.id = d.deleter_id WHERE d.repository_id = $1 AND d.name = $2",
        repository_id, name);
}

void forget_old_deleted(db::Database& db, Time now)
{
    constexpr std::int64_t day = 86'400;
    db.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM deleted_branch WHERE deleted_at < $1", Time{now.seconds - deleted_branch_days * day});
    });
}

} // namespace cairn::repositories
