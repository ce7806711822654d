#include "webhooks/dispatcher.hpp"

#include <algorithm>
#include <stdexcept>

#include "accounts/account.hpp"
#include "base/log.hpp"
#include "base/spending.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "http/client.hpp"
#include "jobs/job_table.hpp"
#include "jobs/queue.hpp"
#include "webhooks/reading.hpp"
#include "webhooks/request.hpp"

namespace cairn::webhooks {

using std::chrono::milliseconds;

namespace {

constexpr unsigned most_under_way = 256;
constexpr std::int64_t longest_pause = 3600;
constexpr std::int64_t a_day = 24 * 3600;
// Somebody wakes the thread when there is something to do.
constexpr milliseconds nothing_to_do{3'600'000};
// After what became of calls could not be written down.
constexpr milliseconds try_again{1'000};

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

Dispatcher::Dispatcher(db::Database& db, const config::Settings& settings, git::Repositories& repositories,
                       jobs::Queue& queue)
    : db_(db), settings_(settings), repositories_(repositories), queue_(queue)
{
}

Dispatcher::~Dispatcher()
{
    if (!worker_.joinable()) return;
    stopping_ = true;
    transfers_->wake();
    worker_.join();
}

void Dispatcher::start()
{
    transfers_ = std::make_unique<Transfers>(options_of(settings_.webhook));
    worker_ = std::thread([this] { work(); });
}

jobs::Kind Dispatcher::job_kind()
{
    return {.name = delivery_job,
            .handler = [this](const jobs::Job& job, const std::stop_token&) { return prepare(job); },
            .concurrency = most_under_way,
            .order = jobs::Order::in_turn,
            .retry = {.first_pause = settings_.webhook.retry_delay, .longest_pause = longest_pause, .most_attempts = 0},
            .hands_over = true};
}

Result<jobs::Outcome> Dispatcher::prepare(const jobs::Job& job)
{
    UnderWay sent(job);
    const Spending spending(sent.trace.spent());
    auto delivery = db_.first<StoredDelivery>("SELECT * FROM webhook_delivery WHERE id = $1",
                                              text::parse_integer(job.payload).value_or(0));
    // It is gone with its hook, or was given up with others.
    if (!delivery || delivery->state != DeliveryState::waiting) return jobs::Outcome::done();
    const auto hook = db_.first<StoredHook>("SELECT * FROM webhook WHERE id = $1", delivery->hook_id);
    if (!hook) return jobs::Outcome::done();
    sent.delivery = std::move(*delivery);
    sent.delivery.attempts = job.attempts;
    sent.delivery.sent_at = Time::now();
    sent.url = hook->url;
    if (!hook->is_active) {
        sent.hopeless = true;
        db_.write([&](db::Transaction& tx) { finish(tx, sent, CallOutcome{.error = "the hook was switched off"}); });
        return jobs::Outcome::settled();
    }
    if (sent.delivery.unread) {
        sent.delivery.payload = read_payload(db_, settings_, repositories_, sent.delivery);
        sent.delivery.unread = false;
    }
    sent.call = call_for(*hook, sent.delivery, open_secrets(*hook, settings_), target_of(db_, *hook));
    sent.url = sent.call.url;
    // Its path may be what lets us in there.
    if (auto header = sent.trace.begin_call(sent.call.method, http::host_and_port(sent.url)); !header.empty())
        sent.call.headers.emplace_back("traceparent", std::move(header));
    sent.headers = shown_headers(sent.call);
    {
        const std::lock_guard lock(mutex_);
        prepared_.push_back(std::move(sent));
    }
    transfers_->wake();
    return jobs::Outcome::under_way();
}

void Dispatcher::work()
{
    while (!stopping_) {
        begin_prepared();
        for (auto& [id, outcome] : transfers_->work(over_.empty() ? nothing_to_do : try_again))
            if (auto sent = under_way_.extract(id)) {
                auto& told = sent.mapped();
                told.trace.end_call(outcome.status);
                if (!outcome.good()) told.trace.fail();
                over_.emplace_back(std::move(told), std::move(outcome));
            }
        if (over_.empty()) continue;
        try {
            db_.write([&](db::Transaction& tx) {
                for (const auto& [sent, outcome] : over_) finish(tx, sent, outcome);
            });
            over_.clear();
        } catch (const std::exception& error) {
            log::error("what became of calls to hooks could not be written down", {{"error", error.what()}});
        }
    }
    give_back();
}

void Dispatcher::begin_prepared()
{
    std::vector<UnderWay> prepared;
    {
        const std::lock_guard lock(mutex_);
        prepared.swap(prepared_);
    }
    for (auto& sent : prepared) {
        const auto id = sent.job.id;
        // One that was ours, has lost its lease and is still under way.
        if (under_way_.contains(id)) continue;
        try {
            transfers_->begin(id, std::move(sent.call));
            under_way_.emplace(id, std::move(sent));
        } catch (const std::exception& error) {
            log::error("a hook could not be told", {{"delivery", sent.delivery.uuid}, {"error", error.what()}});
            over_.emplace_back(std::move(sent), CallOutcome{.error = "the server failed"});
        }
    }
}

void Dispatcher::finish(db::Transaction& tx, const UnderWay& sent, const CallOutcome& outcome) const
{
    // Whoever has taken it meanwhile, because we took too long, has the last word.
    if (!jobs::is_held(tx, sent.job)) return queue_.settle(tx, sent.job, jobs::Outcome::done());
    const auto& delivery = sent.delivery;
    const auto now = Time::now();
    const bool over = sent.hopeless || now.seconds - delivery.created_at.seconds >= settings_.webhook.retry_for;
    const auto state = outcome.good() ? DeliveryState::delivered
        : over                        ? DeliveryState::failed
                                      : DeliveryState::waiting;
    const Time due{now.seconds
                   + (state == DeliveryState::waiting ? pause_after(settings_.webhook, delivery.attempts) : 0)};
    tx.run("UPDATE webhook_delivery SET state = $2, due_at = $3, payload = $4, unread = $5, request_url = $6,"
           " request_headers = $7, response_status = $8, response_headers = $9, response_body = $10, error = $11,"
           " duration_ms = $12, attempts = $13, sent_at = $14 WHERE id = $1 AND state = 'waiting'",
           delivery.id, state, due, delivery.payload, delivery.unread, sent.url, sent.headers,
           std::int64_t{outcome.status}, to_text(outcome.headers), to_text(outcome.body), to_text(outcome.error),
           std::int64_t{outcome.duration.count()}, delivery.attempts, delivery.sent_at);
    if (!sent.hopeless)
        note_answer(tx, delivery.hook_id, outcome.good(), now, std::max(a_day, settings_.webhook.retry_for));
    if (state == DeliveryState::failed)
        tx.after_commit(
            [uuid = delivery.uuid, hook = delivery.hook_id, status = outcome.status, error = outcome.error] {
                log::warn("a hook could not be told and nobody will try again",
                          {{"delivery", uuid}, {"hook", hook}, {"status", status}, {"error", error}});
            });
    // Its hook may rest from now on, and it may have been given up for that.
    const bool waits = tx.scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM webhook_delivery WHERE id = $1 AND state = 'waiting') AS value", delivery.id);
    const auto words = outcome.good() ? std::string()
        : outcome.status != 0         ? "the receiver has answered " + std::to_string(outcome.status)
                                      : to_text(outcome.error);
    auto ended = waits ? jobs::Outcome::delayed(due, words) : jobs::Outcome::done();
    ended.error = words;
    queue_.settle(tx, sent.job, ended);
}

// What was under way when the program ends is due at once after the next start.
void Dispatcher::give_back()
{
    for (auto& [sent, outcome] : over_) prepared_.push_back(std::move(sent));
    for (auto& [id, sent] : under_way_) prepared_.push_back(std::move(sent));
    if (prepared_.empty()) return;
    try {
        db_.write([&](db::Transaction& tx) {
            for (const auto& sent : prepared_) queue_.settle(tx, sent.job, jobs::Outcome::given_back());
        });
    } catch (const std::exception& error) {
        log::error("hooks are told later", {{"error", error.what()}});
    }
}

} // namespace cairn::webhooks
