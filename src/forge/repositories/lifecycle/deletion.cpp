#include "repositories/lifecycle/deletion.hpp"

#include <optional>

#include "crypto/random.hpp"
#include "db/database.hpp"
#include "db/files_hold.hpp"
#include "events/events.hpp"
#include "git/store/repositories.hpp"
#include "git/store/store.hpp"
#include "jobs/job_table.hpp"
#include "repositories/avatar.hpp"
#include "repositories/social/deploy_key.hpp"

namespace cairn::repositories {

using api::Site;

namespace {

// What a repository may have much of, in an order in which nothing large goes along with something else. Each removes
// some rows; some hundred take a few milliseconds.
constexpr db::Sql parts[] = {
    ("DELETE FROM comment WHERE id IN (SELECT c.id FROM issue i JOIN comment c ON c.issue_id = i.id"
     " WHERE i.repository_id = $1 LIMIT 500)"),
    "DELETE FROM notification WHERE id IN (SELECT id FROM notification WHERE repository_id = $1 LIMIT 500)",
    "DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE repository_id = $1 LIMIT 500)",
    "DELETE FROM commit_status WHERE id IN (SELECT id FROM commit_status WHERE repository_id = $1 LIMIT 500)",
    "DELETE FROM action_run WHERE id IN (SELECT id FROM action_run WHERE repository_id = $1 LIMIT 100)",
    "DELETE FROM issue WHERE id IN (SELECT id FROM issue WHERE repository_id = $1 LIMIT 200)",
    ("DELETE FROM folder_history WHERE repository_id = $1 AND folder IN"
     " (SELECT folder FROM folder_history WHERE repository_id = $1 LIMIT 500)"),
};

// So few that one step removes them with all that belongs to them.
constexpr std::int64_t few = 200;

bool has_much(db::Queries& db, std::int64_t repository_id)
{
    const auto rows = db.scalar<std::int64_t>(
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM issue WHERE repository_id = $1 LIMIT 201) AS a)"
        " + (SELECT count(*) FROM (SELECT 1 FROM issue i JOIN comment c ON c.issue_id = i.id"
        " WHERE i.repository_id = $1 LIMIT 201) AS b)"
        " + (SELECT count(*) FROM (SELECT 1 FROM activity WHERE repository_id = $1 LIMIT 201) AS c)"
        " + (SELECT count(*) FROM (SELECT 1 FROM commit_status WHERE repository_id = $1 LIMIT 201) AS d)"
        " + (SELECT count(*) FROM (SELECT 1 FROM action_run WHERE repository_id = $1 LIMIT 201) AS e)"
        " + (SELECT count(*) FROM (SELECT 1 FROM folder_history WHERE repository_id = $1 LIMIT 201) AS f)",
        repository_id);
    return rows > few;
}

std::vector<std::string> folders_of(const StoredRepository& repository)
{
    std::vector<std::string> folders{repository.storage};
    if (!repository.wiki_storage.empty()) folders.push_back(repository.wiki_storage);
    return folders;
}

void tell(const Site& site, db::Transaction& tx, const StoredRepository& repository, std::int64_t actor_id)
{
    site.events.tell(tx,
                     events::RepositoryDeleted{
                         .repository_id = repository.id, .owner_id = repository.owner_id, .actor_id = actor_id});
}

// Under a name that nobody knows, and for nobody but its owner to see.
void hide(db::Transaction& tx, const StoredRepository& repository)
{
    tx.run("DELETE FROM repository_redirect WHERE repository_id = $1", repository.id);
    tx.run("UPDATE repository SET name = $2, lower_name = $2, private = TRUE, audience = $3, archived_at = $4"
           " WHERE id = $1",
           repository.id, "deleted-" + crypto::random_hex(16), static_cast<std::int64_t>(access::Audience::granted),
           Time::now());
}

void remove_row(db::Transaction& tx, const StoredRepository& repository)
{
    tx.run("UPDATE account SET starred_repos_count = starred_repos_count - 1"
           " WHERE id IN (SELECT account_id FROM star WHERE repository_id = $1)",
           repository.id);
    tx.run("UPDATE topic SET repository_count = repository_count - 1"
           " WHERE id IN (SELECT topic_id FROM repository_topic WHERE repository_id = $1)",
           repository.id);
    if (repository.fork_of != 0)
        tx.run("UPDATE repository SET forks_count = forks_count - 1 WHERE id = $1", repository.fork_of);
    tx.run("DELETE FROM repository WHERE id = $1", repository.id);
    forget_unused_keys(tx);
    for (const auto& folder : folders_of(repository))
        tx.run("INSERT INTO doomed_storage (storage, since) VALUES ($1, $2)", folder, Time{});
}

// Asks between two steps whether it may go on. False: it was told not to.
template <class MayGoOn> bool remove_parts(const Site& site, const StoredRepository& repository, MayGoOn may_go_on)
{
    for (const auto& part : parts)
        while (site.db.sweep(part, repository.id) > 0)
            if (!may_go_on()) return false;
    return true;
}

// Of a job that the caller does himself. Where he has died, somebody else goes on with it after so long.
constexpr std::int64_t lease_seconds = 10;
Time lease_end() { return {Time::now().seconds + lease_seconds}; }

// Renews the lease in time. False: it is somebody else's by now.
class Lease {
public:
    Lease(const Site& site, const jobs::Job& job) : site_(site), job_(job) { }

    bool keep()
    {
        const auto now = Time::now();
        if (now.seconds < renewed_.seconds + lease_seconds / 3) return true;
        renewed_ = now;
        return site_.db.write([&](db::Transaction& tx) { return jobs::renew(tx, job_, lease_end()); });
    }

private:
    const Site& site_;
    const jobs::Job& job_;
    Time renewed_ = Time::now();
};

void remove_files(const Site& site, const StoredRepository& repository)
{
    const auto folders = folders_of(repository);
    for (const auto& folder : folders) site.get<git::Repositories>().forget(folder);
    if (db::files_are_held(site.db)) return; // the clean-up removes what is doomed
    forget_avatar(site.get<storage::Storage>(), repository);
    for (const auto& folder : folders) {
        site.get<git::Store>().remove(folder);
        site.get<git::Repositories>().forget(folder);
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_storage WHERE storage = $1", folder); });
    }
}

} // namespace

void delete_repository(const Site& site, const StoredRepository& repository, std::int64_t actor_id)
{
    if (!has_much(site.db, repository.id)) {
        site.db.write([&](db::Transaction& tx) {
            tell(site, tx, repository, actor_id);
            remove_row(tx, repository);
        });
    } else {
        const auto held = site.db.write([&](db::Transaction& tx) {
            tell(site, tx, repository, actor_id);
            hide(tx, repository);
            const auto key = std::to_string(repository.id);
            return jobs::hold(tx, {.kind = deletion_job, .owner = key, .key = key}, lease_end());
        });
        if (!remove_parts(site, repository, [lease = Lease(site, held)] mutable { return lease.keep(); })) return;
        const auto mine = site.db.write([&](db::Transaction& tx) {
            const auto is_held = jobs::remove(tx, held);
            if (is_held) remove_row(tx, repository);
            return is_held;
        });
        if (!mine) return; // the job is at it
    }
    remove_files(site, repository);
}

Result<jobs::Outcome> finish_deletion_job(const Site& site, const jobs::Job& job, const std::stop_token& stop)
{
    const auto repository = find_repository(site.db, job.key_number());
    if (!repository) return jobs::Outcome::done();
    if (!remove_parts(site, *repository, [&] { return !stop.stop_requested(); })) return jobs::Outcome::given_back();
    site.db.write([&](db::Transaction& tx) { remove_row(tx, *repository); });
    remove_files(site, *repository);
    return jobs::Outcome::done();
}

} // namespace cairn::repositories
