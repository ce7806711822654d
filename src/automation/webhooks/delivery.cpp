#include "webhooks/delivery.hpp"

#include "crypto/random.hpp"
#include "jobs/job.hpp"

namespace cairn::webhooks {

namespace {

constexpr std::int64_t forgotten_at_once = 500;

constexpr const char* not_sent = "the receiver has failed for too long: it was not sent";

bool rests_and_waits(db::Queries& db, std::int64_t hook_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM webhook h WHERE h.id = $1 AND h.resting AND EXISTS"
                           " (SELECT 1 FROM webhook_delivery d WHERE d.hook_id = h.id AND d.state = 'waiting'))"
                           " AS value",
                           hook_id);
}

void put_job(db::Transaction& tx, std::int64_t hook_id, std::int64_t delivery)
{
    const auto hook = std::to_string(hook_id);
    jobs::put(tx, {.kind = delivery_job, .owner = hook, .key = hook, .payload = std::to_string(delivery)});
}

} // namespace

void put_delivery(db::Transaction& tx, const NewDelivery& wanted)
{
    const bool given_up = !wanted.asked_for && rests_and_waits(tx, wanted.hook_id);
    const auto id = tx.scalar<std::int64_t>(
        "INSERT INTO webhook_delivery (hook_id, uuid, event, unread, repository_id, payload, created_at, due_at,"
        " state, error) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) RETURNING id",
        wanted.hook_id, crypto::random_uuid(), wanted.event, wanted.unread, wanted.repository_id, wanted.payload,
        Time::now(), given_up ? DeliveryState::failed : DeliveryState::waiting, given_up ? not_sent : "");
    if (!given_up) put_job(tx, wanted.hook_id, id);
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
    // Those that wait behind the one that has just failed: with a long backlog it would take long to find out one by
    // one.
    const auto key = std::to_string(hook_id);
    tx.run("DELETE FROM job WHERE kind = $1 AND owner = $2 AND key = $2 AND state IN ('arrived', 'behind')"
           " AND payload <> (SELECT CAST(MAX(w.id) AS TEXT) FROM webhook_delivery w"
           " WHERE w.hook_id = $3 AND w.state = 'waiting')",
           delivery_job, key, hook_id);
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
    auto again = tx.one<StoredDelivery>(
        "INSERT INTO webhook_delivery (hook_id, uuid, event, unread, repository_id, payload, is_redelivery, created_at,"
        " due_at) VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7, $7) RETURNING *",
        delivery.hook_id, delivery.uuid, delivery.event, delivery.unread, delivery.repository_id, delivery.payload,
        Time::now());
    put_job(tx, again.hook_id, again.id);
    return again;
}

Result<StoredDelivery> redeliver(const api::Call& call, const StoredHook& hook, std::int64_t delivery_id)
{
    if (!hook.is_active) return fail(Errc::unprocessable, "the hook is switched off");
    return call.db().write([&](db::Transaction& tx) -> Result<StoredDelivery> {
        return redeliver(tx, TRY(find_delivery(tx, hook.id, delivery_id)));
    });
}

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
