#include "webhooks/delivery.hpp"

#include "crypto/random.hpp"
#include "db/sql_text.hpp"

namespace cairn::webhooks {

namespace {

constexpr std::int64_t forgotten_at_once = 500;

// The beginning of statements about the first that waits for each hook, as `d`: from hook to hook along the index, so
// that it does not matter how many wait behind it.
constexpr db::SqlText with_heads =
    "WITH RECURSIVE heads (hook_id) AS ("
    " SELECT MIN(hook_id) FROM webhook_delivery WHERE state = 'waiting'"
    " UNION ALL SELECT (SELECT MIN(d.hook_id) FROM webhook_delivery d WHERE d.state = 'waiting'"
    " AND d.hook_id > heads.hook_id) FROM heads WHERE heads.hook_id IS NOT NULL)";
constexpr db::SqlText from_heads =
    " FROM heads JOIN webhook_delivery d ON d.id = (SELECT MIN(w.id) FROM webhook_delivery w"
    " WHERE w.state = 'waiting' AND w.hook_id = heads.hook_id)";

constexpr auto take_first = with_heads
    + " UPDATE webhook_delivery SET due_at = $2, attempts = attempts + 1, sent_at = $1"
      " WHERE state = 'waiting' AND due_at <= $1 AND id IN (SELECT d.id"
    + from_heads + " WHERE d.due_at <= $1 ORDER BY d.due_at, d.id LIMIT $3) RETURNING *";
constexpr auto first_due = with_heads + " SELECT d.due_at" + from_heads + " ORDER BY d.due_at LIMIT 1";

constexpr const char* not_sent = "the receiver has failed for too long: it was not sent";

bool rests_and_waits(db::Queries& db, std::int64_t hook_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM webhook h WHERE h.id = $1 AND h.resting AND EXISTS"
                           " (SELECT 1 FROM webhook_delivery d WHERE d.hook_id = h.id AND d.state = 'waiting'))"
                           " AS value",
                           hook_id);
}

} // namespace

void put_delivery(db::Transaction& tx, const NewDelivery& wanted)
{
    const bool given_up = !wanted.asked_for && rests_and_waits(tx, wanted.hook_id);
    tx.run("INSERT INTO webhook_delivery (hook_id, uuid, event, unread, repository_id, payload, created_at, due_at,"
           " state, error) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)",
           wanted.hook_id, crypto::random_uuid(), wanted.event, wanted.unread, wanted.repository_id, wanted.payload,
           Time::now(), given_up ? DeliveryState::failed : DeliveryState::waiting, given_up ? not_sent : "");
}

void note_answer(db::Transaction& tx, std::int64_t hook_id, bool good, Time now, std::int64_t rest_after)
{
    if (good) {
        tx.run("UPDATE webhook SET failing_since = 0, resting = FALSE WHERE id = $1 AND failing_since <> 0", hook_id);
        return;
    }
    tx.run("UPDATE webhook SET failing_since = $2 WHERE id = $1 AND failing_since = 0", hook_id, now);
    if (tx.run("UPDATE webhook SET resting = TRUE WHERE id = $1 AND failing_since <= $2", hook_id,
               Time{now.seconds - rest_after})
        == 0)
        return;
    tx.run("UPDATE webhook_delivery SET state = 'failed', error = CASE WHEN error = '' THEN $2 ELSE error END"
           " WHERE hook_id = $1 AND state = 'waiting' AND id < (SELECT MAX(w.id) FROM webhook_delivery w"
           " WHERE w.hook_id = $1 AND w.state = 'waiting')",
           hook_id, not_sent);
}

Page<ListedDelivery> list_deliveries(db::Queries& db, const Paging& paging, std::int64_t hook_id)
{
    return db.page<ListedDelivery>(
        paging,
        "SELECT id, hook_id, uuid, event, state, unread, repository_id, is_redelivery, attempts, created_at, due_at,"
        " sent_at, response_status, error, duration_ms FROM webhook_delivery WHERE hook_id = $1 ORDER BY id DESC",
        hook_id);
}

Result<StoredDelivery> find_delivery(db::Queries& db, std::int64_t hook_id, std::int64_t id)
{
    auto found = db.first<StoredDelivery>("SELECT * FROM webhook_delivery WHERE hook_id = $1 AND id = $2", hook_id, id);
    if (!found) return not_found("the delivery");
    return std::move(*found);
}

Result<StoredDelivery> redeliver(db::Transaction& tx, const StoredDelivery& delivery)
{
    if (delivery.state == DeliveryState::waiting) return fail(Errc::conflict, "it waits to be delivered already");
    return tx.one<StoredDelivery>(
        "INSERT INTO webhook_delivery (hook_id, uuid, event, unread, repository_id, payload, is_redelivery, created_at,"
        " due_at) VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7, $7) RETURNING *",
        delivery.hook_id, delivery.uuid, delivery.event, delivery.unread, delivery.repository_id, delivery.payload,
        Time::now());
}

std::vector<StoredDelivery> take_due(db::Transaction& tx, std::int64_t lease_seconds, std::int64_t most)
{
    const auto now = Time::now();
    // The statement's second look at due_at is for PostgreSQL: two nodes may have chosen the same one, and only one may
    // take it.
    return tx.all<StoredDelivery>(take_first.text, now, Time{now.seconds + lease_seconds}, most);
}

std::optional<Time> next_due(db::Queries& db) { return db.first<Time>(first_due.text); }

bool forget_deliveries(db::Transaction& tx, Time older_than)
{
    return tx.run("DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery"
                  " WHERE state <> 'waiting' AND created_at < $1 LIMIT $2)",
                  older_than, forgotten_at_once)
        == forgotten_at_once;
}

bool forget_surplus(db::Transaction& tx, std::int64_t kept_of_each)
{
    const auto hook = tx.first<std::int64_t>("SELECT hook_id FROM webhook_delivery WHERE state <> 'waiting'"
                                             " GROUP BY hook_id HAVING count(*) > $1 ORDER BY hook_id LIMIT 1",
                                             kept_of_each);
    if (!hook) return false;
    tx.run("DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery WHERE hook_id = $1"
           " AND state <> 'waiting' ORDER BY id DESC LIMIT $2 OFFSET $3)",
           *hook, forgotten_at_once, kept_of_each);
    return true;
}

} // namespace cairn::webhooks
