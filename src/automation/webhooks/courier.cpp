#include "webhooks/courier.hpp"

#include <algorithm>
#include <stdexcept>

#include "accounts/account.hpp"
#include "base/log.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "webhooks/reading.hpp"
#include "webhooks/request.hpp"

namespace cairn::webhooks {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t most_under_way = 256;
// Beyond the time that a call may take: as long a delivery is ours after it should be over.
constexpr std::int64_t lease_slack = 3;
constexpr std::int64_t longest_pause = 3600;
constexpr std::int64_t a_day = 24 * 3600;
// The courier hears of a delivery before it is committed. It looks after a moment, and then again and again, each time
// after twice the time: so one that takes long to be committed is found, too, and one of another node that has gone.
constexpr milliseconds first_look{10};
constexpr milliseconds look_again{5'000};

std::int64_t pause_after(const config::Webhook& settings, std::int64_t attempts)
{
    return std::min(longest_pause, settings.retry_delay << std::clamp<std::int64_t>(attempts - 1, 0, 20));
}

http::ReachableHosts reachable_hosts(const config::Webhook& settings)
{
    try {
        return http::ReachableHosts(settings.allowed_host_list);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(std::string("[webhook] ALLOWED_HOST_LIST: ") + error.what());
    }
}

http::OutgoingProxy proxy_of(const config::Webhook& settings)
{
    try {
        return {settings.proxy_url, settings.proxy_hosts};
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(std::string("[webhook] ") + error.what());
    }
}

Transfers::Options options_of(const config::Webhook& settings)
{
    return {.hosts = reachable_hosts(settings),
            .timeout = std::chrono::seconds(settings.deliver_timeout),
            .verify_tls = !settings.skip_tls_verify,
            .proxy = proxy_of(settings)};
}

std::string_view target_of(db::Queries& db, const StoredHook& hook)
{
    if (hook.place != HookLevel::account) return word_of(hook.place);
    const auto account = accounts::find_account(db, hook.account_id);
    return account && account->kind == accounts::AccountKind::organization ? "organization" : "user";
}

} // namespace

Courier::Courier(db::Database& db, const config::Settings& settings, git::Repositories& repositories)
    : db_(db), settings_(settings), repositories_(repositories)
{
}

Courier::~Courier()
{
    stopping_ = true;
    expect();
    if (worker_.joinable()) worker_.join();
}

void Courier::start()
{
    auto transfers = std::make_shared<Transfers>(options_of(settings_.webhook));
    {
        const std::lock_guard lock(mutex_);
        transfers_ = transfers.get();
    }
    worker_ = std::thread([this, transfers] { work(*transfers); });
}

void Courier::expect()
{
    expecting_ = true;
    const std::lock_guard lock(mutex_);
    if (transfers_ != nullptr) transfers_->wake();
}

void Courier::work(Transfers& transfers)
{
    auto next_look = steady_clock::now();
    milliseconds pause = first_look;
    while (!stopping_) {
        try {
            const auto wait = std::chrono::duration_cast<milliseconds>(next_look - steady_clock::now());
            for (auto& [id, outcome] : transfers.work(std::max(wait, milliseconds{0})))
                if (auto sent = under_way_.extract(id))
                    over_.emplace_back(std::move(sent.mapped()), std::move(outcome));
            const auto now = steady_clock::now();
            if (expecting_.exchange(false)) {
                pause = first_look;
                next_look = std::min(next_look, now + first_look);
            }
            if (over_.empty() && now < next_look) continue;
            pause = look(transfers) ? first_look : std::min(pause * 2, look_again);
        } catch (const std::exception& error) {
            log::error("hooks could not be told", {{"error", error.what()}});
            pause = look_again;
        }
        next_look = steady_clock::now() + pause;
    }
    {
        const std::lock_guard lock(mutex_);
        transfers_ = nullptr;
    }
    give_back();
}

// Whether there was something to do.
bool Courier::look(Transfers& transfers)
{
    const auto room = static_cast<std::int64_t>(most_under_way - std::min(most_under_way, under_way_.size()));
    if (over_.empty()) {
        const auto due = room > 0 ? next_due(db_) : std::nullopt;
        if (!due || *due > Time::now()) return false;
    }
    const auto lease = settings_.webhook.deliver_timeout + lease_slack;
    const auto taken = db_.write([&](db::Transaction& tx) {
        for (const auto& [sent, outcome] : over_) finish(tx, sent, outcome);
        return take_due(tx, lease, room);
    });
    over_.clear();
    for (auto& delivery : taken) send(transfers, delivery);
    return true;
}

void Courier::send(Transfers& transfers, StoredDelivery delivery)
{
    const auto id = delivery.id;
    // One that was ours and took too long to be over.
    if (under_way_.contains(id)) return;
    UnderWay sent{.delivery = std::move(delivery)};
    try {
        const auto hook = db_.first<StoredHook>("SELECT * FROM webhook WHERE id = $1", sent.delivery.hook_id);
        if (!hook) return;
        sent.url = hook->url;
        if (!hook->is_active) {
            sent.hopeless = true;
            over_.emplace_back(std::move(sent), CallOutcome{.error = "the hook was switched off"});
            return;
        }
        if (sent.delivery.unread) {
            sent.delivery.payload = read_payload(db_, settings_, repositories_, sent.delivery);
            sent.delivery.unread = false;
        }
        auto call = call_for(*hook, sent.delivery, open_secrets(*hook, settings_), target_of(db_, *hook));
        sent.url = call.url;
        sent.headers = shown_headers(call);
        transfers.begin(id, std::move(call));
        under_way_.emplace(id, std::move(sent));
    } catch (const std::exception& error) {
        log::error("a hook could not be told", {{"delivery", sent.delivery.uuid}, {"error", error.what()}});
        over_.emplace_back(std::move(sent), CallOutcome{.error = "the server failed"});
    }
}

void Courier::finish(db::Transaction& tx, const UnderWay& sent, const CallOutcome& outcome) const
{
    const auto& delivery = sent.delivery;
    const auto now = Time::now();
    const bool over = sent.hopeless || now.seconds - delivery.created_at.seconds >= settings_.webhook.retry_for;
    const auto state = outcome.good() ? DeliveryState::delivered
        : over                        ? DeliveryState::failed
                                      : DeliveryState::waiting;
    // Whoever has taken it meanwhile, because we took too long, has counted one attempt more.
    const auto noted = tx.run(
        "UPDATE webhook_delivery SET state = $3, due_at = $4, payload = $5, unread = $13, request_url = $6,"
        " request_headers = $7, response_status = $8, response_headers = $9, response_body = $10, error = $11,"
        " duration_ms = $12 WHERE id = $1 AND attempts = $2 AND state = 'waiting'",
        delivery.id, delivery.attempts, state,
        Time{now.seconds + (state == DeliveryState::waiting ? pause_after(settings_.webhook, delivery.attempts) : 0)},
        delivery.payload, sent.url, sent.headers, std::int64_t{outcome.status}, to_text(outcome.headers),
        to_text(outcome.body), to_text(outcome.error), std::int64_t{outcome.duration.count()}, delivery.unread);
    if (noted > 0 && !sent.hopeless)
        note_answer(tx, delivery.hook_id, outcome.good(), now, std::max(a_day, settings_.webhook.retry_for));
    if (noted > 0 && state == DeliveryState::failed)
        log::warn("a hook could not be told and nobody will try again",
                  {{"delivery", delivery.uuid},
                   {"hook", delivery.hook_id},
                   {"status", outcome.status},
                   {"error", outcome.error}});
}

// What was under way when the program ends is due at once after the next start.
void Courier::give_back()
{
    if (under_way_.empty()) return;
    try {
        db_.write([&](db::Transaction& tx) {
            for (const auto& [id, sent] : under_way_)
                tx.run(
                    "UPDATE webhook_delivery SET due_at = $3, attempts = attempts - 1 WHERE id = $1 AND attempts = $2"
                    " AND state = 'waiting'",
                    id, sent.delivery.attempts, Time::now());
        });
    } catch (const std::exception& error) {
        log::error("hooks are told later", {{"error", error.what()}});
    }
}

} // namespace cairn::webhooks
