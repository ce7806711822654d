#include "attachments/pending.hpp"

#include <algorithm>

#include "db/composition.hpp"
#include "db/database.hpp"

namespace cairn::attachments {

using api::Call;
using db::bound;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t patience = 7 * 86'400; // seconds
constexpr std::int64_t most_pending = 100;    // of one account
constexpr std::size_t most_named = 200;       // in one form

std::vector<std::string> bounded(std::span<const std::string> uuids)
{
    return {uuids.begin(), uuids.begin() + static_cast<std::ptrdiff_t>(std::min(uuids.size(), most_named))};
}

} // namespace

Result<StoredAttachment> keep_pending(const Call& call, const RepositoryContext& place, const Received& received)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredAttachment> {
        const auto waiting = tx.one<std::int64_t>(
            "SELECT count(*) FROM attachment WHERE uploader_id = $1 AND issue_id IS NULL AND comment_id IS NULL"
            " AND release_id IS NULL",
            call.caller.id);
        if (waiting >= most_pending)
            return fail(Errc::unprocessable, "too many files wait for what they were sent for");
        return keep(tx, received, {.repository_id = place.repository.id, .uploader_id = call.caller.id});
    });
}

std::vector<StoredAttachment> find_pending(const Call& call, const RepositoryContext& place,
                                           std::span<const std::string> uuids)
{
    if (uuids.empty()) return {};
    db::Composition query(
        "SELECT * FROM attachment WHERE issue_id IS NULL AND comment_id IS NULL AND release_id IS NULL"
        " AND repository_id = ");
    query << bound(place.repository.id) << " AND uploader_id = " << bound(call.caller.id) << " AND uuid IN "
          << bound(bounded(uuids)) << " ORDER BY id";
    return call.db().all<StoredAttachment>(query);
}

void give_to_release(db::Transaction& tx, const Call& call, const RepositoryContext& place,
                     std::span<const std::string> uuids, std::int64_t release_id)
{
    if (uuids.empty()) return;
    db::Composition query("UPDATE attachment SET release_id = ");
    query << bound(release_id)
          << " WHERE issue_id IS NULL AND comment_id IS NULL AND release_id IS NULL AND repository_id = "
          << bound(place.repository.id) << " AND uploader_id = " << bound(call.caller.id) << " AND uuid IN "
          << bound(bounded(uuids));
    tx.run(query);
}

void give_to_issue(db::Transaction& tx, const Call& call, const RepositoryContext& place,
                   std::span<const std::string> uuids, std::int64_t issue_id, std::int64_t comment_id)
{
    if (uuids.empty()) return;
    db::Composition query("UPDATE attachment SET issue_id = ");
    query << bound(issue_id)
          << ", comment_id = " << bound(comment_id != 0 ? std::optional(comment_id) : std::optional<std::int64_t>())
          << " WHERE issue_id IS NULL AND comment_id IS NULL AND release_id IS NULL AND repository_id = "
          << bound(place.repository.id) << " AND uploader_id = " << bound(call.caller.id) << " AND uuid IN "
          << bound(bounded(uuids));
    tx.run(query);
}

void forget_pending(const api::Site& site)
{
    // Those that came with a site that moved in have no uploader, and stay.
    site.db.write([](db::Transaction& tx) {
        tx.run("DELETE FROM attachment WHERE issue_id IS NULL AND comment_id IS NULL AND release_id IS NULL"
               " AND uploader_id IS NOT NULL AND created_at < $1",
               Time::now().seconds - patience);
    });
}

} // namespace cairn::attachments
