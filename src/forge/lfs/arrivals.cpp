#include "lfs/arrivals.hpp"

#include "access/repositories.hpp"
#include "accounts/account.hpp"
#include "api/call.hpp"
#include "base/log.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "git/objects/objects.hpp"
#include "git/store/repositories.hpp"
#include "lfs/pointer_text.hpp"
#include "repositories/repository.hpp"

namespace cairn::lfs {

using db::bound;
using repositories::StoredRepository;

namespace {

constexpr std::int64_t most_candidates = 10'000;

struct Arrival {
    std::int64_t repository_id = 0;
    std::int64_t pusher_id = 0;
};
BOOST_DESCRIBE_STRUCT(Arrival, (), (repository_id, pusher_id))

// What the repository lacks, and its base or a fork of it has that the pusher may read.
std::vector<Pointer> candidates(db::Queries& db, const StoredRepository& repository, const accounts::Account& pusher)
{
    const access::Viewer viewer{.id = pusher.id, .admin = pusher.is_admin, .restricted = pusher.is_restricted};
    db::Composition query("SELECT DISTINCT c.oid, c.size FROM repository r JOIN lfs_object o ON o.repository_id = r.id"
                          " JOIN lfs_content c ON c.oid = o.oid WHERE (r.id = ");
    query << bound(repository.fork_of) << " OR r.fork_of = " << bound(repository.id) << ") AND ";
    access::add_reads(query, viewer, access::Unit::code);
    query << " AND NOT EXISTS (SELECT 1 FROM lfs_object mine WHERE mine.oid = c.oid AND mine.repository_id = "
          << bound(repository.id) << ") LIMIT " << bound(most_candidates);
    return db.all<Pointer>(query);
}

Result<> follow(const api::Site& site, const Arrival& arrival)
{
    const auto stored = repositories::find_repository(site.db, arrival.repository_id);
    const auto pusher = accounts::find_account(site.db, arrival.pusher_id);
    if (!stored || !pusher) return {};
    const auto repository = TRY(site.get<git::Repositories>().open(stored->storage));
    std::vector<std::string> found;
    for (const auto& pointer : candidates(site.db, *stored, *pusher))
        if (git::object_info(*repository, name_in_git(pointer))) found.push_back(pointer.oid);
    if (!found.empty())
        site.db.write([&](db::Transaction& tx) {
            for (const auto& oid : found) link_object(tx, stored->id, oid);
        });
    return {};
}

} // namespace

void note_arrival(db::Transaction& tx, const events::Pushed& push)
{
    if (push.pusher_id == 0) return;
    tx.run("INSERT INTO lfs_arrival (repository_id, pusher_id) SELECT r.id, CAST($2 AS BIGINT) FROM repository r"
           " WHERE r.id = $1 AND (EXISTS (SELECT 1 FROM repository b WHERE b.id = r.fork_of AND b.lfs_size > 0)"
           " OR EXISTS (SELECT 1 FROM repository f WHERE f.fork_of = r.id AND f.lfs_size > 0))"
           " ON CONFLICT DO NOTHING",
           push.repository_id, push.pusher_id);
}

Result<bool> follow_next_arrival(const api::Site& site, std::int64_t repository_id)
{
    const auto next = site.db.first<Arrival>("SELECT repository_id, pusher_id FROM lfs_arrival"
                                             " WHERE repository_id = $1 ORDER BY pusher_id LIMIT 1",
                                             repository_id);
    if (!next) return false;
    // First, so that a push that comes meanwhile is not forgotten.
    site.db.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM lfs_arrival WHERE repository_id = $1 AND pusher_id = $2", next->repository_id,
               next->pusher_id);
    });
    if (const auto done = follow(site, *next); !done)
        log::warn("large files could not follow their commits",
                  {{"repository", next->repository_id}, {"error", done.error().message}});
    return true;
}

} // namespace cairn::lfs
