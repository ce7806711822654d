#include "takeout/taken_rows.hpp"

#include "accounts/keys/public_key.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "issues/readable.hpp"

namespace cairn::takeout {

using access::Viewer;
using db::bound;

TakenAccount taken_account(const accounts::Account& account)
{
    return {.id = account.id,
            .name = account.name,
            .full_name = account.full_name,
            .email = account.email,
            .description = account.description,
            .website = account.website,
            .location = account.location,
            .visibility = account.visibility,
            .created_at = account.created_at,
            .last_login_at = account.last_login_at};
}

std::vector<TakenKey> taken_keys(db::Queries& db, std::int64_t account_id)
{
    std::vector<TakenKey> keys;
    for (auto& key : accounts::public_keys_of(db, account_id))
        keys.push_back({.title = std::move(key.title), .key = std::move(key.content), .created_at = key.created_at});
    return keys;
}

std::vector<std::string> organization_names(db::Queries& db, std::int64_t account_id)
{
    return db.all<std::string>("SELECT a.name AS value FROM organization_member m JOIN account a ON a.id ="
                               " m.organization_id WHERE m.account_id = $1 ORDER BY a.id",
                               account_id);
}

std::vector<std::string> followed_names(db::Queries& db, std::int64_t account_id)
{
    return db.all<std::string>("SELECT a.name AS value FROM follow f JOIN account a ON a.id = f.followed_id"
                               " WHERE f.account_id = $1 ORDER BY f.id",
                               account_id);
}

std::vector<std::string> follower_names(db::Queries& db, std::int64_t account_id)
{
    return db.all<std::string>("SELECT a.name AS value FROM follow f JOIN account a ON a.id = f.account_id"
                               " WHERE f.followed_id = $1 ORDER BY f.id",
                               account_id);
}

std::vector<std::string> starred_names(db::Queries& db, const Viewer& person)
{
    db::Composition query("SELECT o.name || '/' || r.name AS value FROM star s JOIN repository r ON r.id ="
                          " s.repository_id JOIN account o ON o.id = r.owner_id WHERE s.account_id = ");
    query << bound(person.id) << " AND ";
    access::add_sees(query, person);
    query << " ORDER BY s.id";
    return db.all<std::string>(query);
}

std::vector<TakenIssue> issues_after(db::Queries& db, const Viewer& person, std::int64_t id)
{
    db::Composition query("SELECT i.id, o.name || '/' || r.name AS repository, i.number, i.is_pull, i.closed,"
                          " i.title, i.body, i.created_at FROM issue i JOIN repository r ON r.id = i.repository_id"
                          " JOIN account o ON o.id = r.owner_id WHERE i.poster_id = ");
    query << bound(person.id) << " AND i.id > " << bound(id) << " AND ";
    issues::add_reads_issue(query, person);
    query << " ORDER BY i.id LIMIT 200";
    return db.all<TakenIssue>(query);
}

std::vector<TakenComment> comments_after(db::Queries& db, const Viewer& person, std::int64_t id)
{
    db::Composition query("SELECT c.id, o.name || '/' || r.name AS repository, i.number, c.body, c.created_at"
                          " FROM comment c JOIN issue i ON i.id = c.issue_id JOIN repository r ON r.id ="
                          " i.repository_id JOIN account o ON o.id = r.owner_id WHERE c.poster_id = ");
    query << bound(person.id) << " AND c.id > " << bound(id)
          << " AND c.kind IN ('comment', 'review', 'code') AND c.body <> '' AND ";
    issues::add_reads_issue(query, person);
    query << " ORDER BY c.id LIMIT 200";
    return db.all<TakenComment>(query);
}

std::vector<TakenRepository> repositories_after(db::Queries& db, std::int64_t account_id, std::int64_t id)
{
    return db.all<TakenRepository>("SELECT r.id, r.name, r.description, r.private, r.created_at"
                                   " FROM repository r WHERE r.owner_id = $1 AND r.id > $2 ORDER BY r.id LIMIT 200",
                                   account_id, id);
}

std::vector<TakenFolder> folders_after(db::Queries& db, std::int64_t account_id, std::int64_t id)
{
    return db.all<TakenFolder>(
        "SELECT r.id, r.name, r.storage, r.git_size AS size FROM repository r WHERE r.owner_id = $1 AND r.id > $2"
        " AND NOT r.empty ORDER BY r.id LIMIT 200",
        account_id, id);
}

} // namespace cairn::takeout
