// Deliveries: what a hook has to be told, from the transaction that caused it until the receiver has taken it, and for
// a while after that.
#pragma once

#include "db/database.hpp"
#include "webhooks/hook.hpp"

namespace cairn::webhooks {

enum class DeliveryState : std::uint8_t { waiting, delivered, failed };
BOOST_DESCRIBE_ENUM(DeliveryState, waiting, delivered, failed)

// A row of webhook_delivery without its payload and the answer, which lists do without.
struct ListedDelivery {
    std::int64_t id = 0;
    std::int64_t hook_id = 0;
    std::string uuid;
    std::string event;
    DeliveryState state = DeliveryState::waiting;
    bool unread = false;
    std::int64_t repository_id = 0;
    bool is_redelivery = false;
    std::int64_t attempts = 0;
    Time created_at;
    Time due_at; // for who looks at it: when it is tried next is the job's
    Time sent_at;
    std::int64_t response_status = 0;
    std::string error;
    std::int64_t duration_ms = 0;
};
BOOST_DESCRIBE_STRUCT(ListedDelivery, (),
                      (id, hook_id, uuid, event, state, unread, repository_id, is_redelivery, attempts, created_at,
                       due_at, sent_at, response_status, error, duration_ms))

struct StoredDelivery : ListedDelivery {
    std::string payload;
    std::string request_url;
    std::string request_headers;
    std::string response_headers;
    std::string response_body;
};
BOOST_DESCRIBE_STRUCT(StoredDelivery, (ListedDelivery),
                      (payload, request_url, request_headers, response_headers, response_body))

// The job that sends one (jobs/job.hpp): its key is the hook's id, its payload the delivery's.
inline constexpr const char* delivery_job = "webhook";

struct NewDelivery {
    std::int64_t hook_id = 0;
    std::string_view event;
    std::int64_t repository_id = 0;
    std::string_view payload;
    bool unread = false;
    bool asked_for = false; // somebody wants to see it sent now
};
// It waits to be sent. For a hook that rests, where one waits already, it is written down as failed instead, unless
// somebody has asked for it.
void put_delivery(db::Transaction&, const NewDelivery&);

// What the receiver's answer means for its hook: one that fails for longer than `rest_after` seconds rests until it
// takes something again. Of what waits for it all but the newest is given up.
void note_answer(db::Transaction&, std::int64_t hook_id, bool good, Time now, std::int64_t rest_after);

Page<ListedDelivery> list_deliveries(db::Queries&, const Paging&, std::int64_t hook_id); // the newest first

// Errc::not_found for another hook's.
Result<StoredDelivery> find_delivery(db::Queries&, std::int64_t hook_id, std::int64_t id);

// Puts it at the end of the hook's queue once more, under the same uuid. Errc::conflict while it waits anyway.
Result<StoredDelivery> redeliver(db::Transaction&, const StoredDelivery&);
// The same for whoever asks for it. Errc::unprocessable for a hook that is switched off, Errc::not_found for another
// hook's.
Result<StoredDelivery> redeliver(const api::Call&, const StoredHook&, std::int64_t delivery_id);

// Forgets what is over and older than that, some at a time; true when there may be more.
bool forget_deliveries(db::Transaction&, Time older_than);
// The same of each hook's beyond its newest ones.
bool forget_surplus(db::Transaction&, std::int64_t kept_of_each);

} // namespace cairn::webhooks
