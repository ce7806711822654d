#include "accounts/audit/audit.hpp"

#include <functional>

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t max_text = 255; // what strangers send is kept in part

std::string_view word(api::Credential credential)
{
    switch (credential) {
    case api::Credential::none: return "";
    case api::Credential::password: return "password";
    case api::Credential::token: return "token";
    case api::Credential::oauth2_token: return "oauth2_token";
    case api::Credential::signature: return "signature";
    case api::Credential::session: return "session";
    }
    return "";
}

std::string shortened(std::string_view text)
{
    if (!is_text(text)) return "(not text)";
    if (text.size() <= max_text) return std::string(text);
    auto end = max_text;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end; // not within a character
    return std::string(text.substr(0, end));
}

std::string key_of(const AuditEvent& event)
{
    std::string key(word_of(event.kind));
    for (const std::string_view part :
         {std::string_view(event.actor), std::string_view(event.account), std::string_view(event.credential),
          std::string_view(event.address), std::string_view(event.details.text)}) {
        key += '\0';
        key += part;
    }
    return key + '\0' + std::to_string(event.token_id);
}

// {"times":3} beside what the details have.
Json with_count(const Json& details, std::int64_t times)
{
    if (times == 1) return details;
    const auto rest = std::string_view(details.text).substr(1);
    return {R"({"times":)" + std::to_string(times) + (rest == "}" ? "" : ",") + std::string(rest)};
}

} // namespace

AuditEvent audit_event(const http::Request& request, AuditKind kind)
{
    return {.kind = kind,
            .address = std::string(request.peer),
            .request_id = request.id,
            .user_agent = shortened(request.header("User-Agent"))};
}

AuditEvent audit_event(const http::Request& request, AuditKind kind, const api::Caller& caller)
{
    AuditEvent event = audit_event(request, kind);
    event.actor_id = event.account_id = caller.id;
    if (caller.account) event.actor = event.account = accounts::account_of(caller).name;
    event.credential = word(caller.credential);
    event.token_id = caller.token_id;
    return event;
}

AuditEvent audit_event(const api::Call& call, AuditKind kind)
{
    AuditEvent event = audit_event(call.request, kind, call.caller);
    if (call.caller.on_behalf_of != 0) {
        event.actor_id = call.caller.on_behalf_of;
        const auto actor = find_account(call.db(), event.actor_id);
        event.actor = actor ? actor->name : "";
    }
    return event;
}

AuditEvent audit_event(const api::Call& call, AuditKind kind, const Account& on)
{
    return concerning(audit_event(call, kind), on);
}

AuditEvent concerning(AuditEvent event, const Account& account)
{
    event.account_id = account.id;
    event.account = account.name;
    return event;
}

void audit(db::Transaction& tx, const AuditEvent& event)
{
    tx.run("INSERT INTO audit_event (created_at, kind, actor_id, actor, account_id, account, credential, token_id,"
           " address, request_id, user_agent, details) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
           event.created_at, event.kind, event.actor_id, shortened(event.actor), event.account_id,
           shortened(event.account), event.credential, event.token_id, event.address, event.request_id,
           event.user_agent, event.details);
}

AuditTrail::AuditTrail(db::Database& db, std::int64_t retention_days, std::chrono::milliseconds delay)
    : db_(db), retention_days_(retention_days), delay_(delay), writer_([this] { work(); })
{
}

AuditTrail::~AuditTrail()
{
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    writer_.join();
    flush();
}

void AuditTrail::add(AuditEvent event)
{
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = waiting_.empty();
        auto key = key_of(event);
        if (const auto equal = waiting_.find(key); equal != waiting_.end()) ++equal->second.times;
        else if (waiting_.size() < max_waiting) waiting_.emplace(std::move(key), Waiting{std::move(event)});
        else ++lost_;
    }
    if (first) changed_.notify_one();
}

void AuditTrail::add_hourly(AuditEvent event)
{
    const auto now = std::chrono::steady_clock::now();
    const auto mark = std::hash<std::string>()(key_of(event));
    {
        const std::lock_guard lock(mutex_);
        auto& seen = seen_[mark % seen_.size()];
        if (seen.mark == mark && seen.until > now) return;
        seen = {mark, now + std::chrono::hours(1)};
    }
    add(std::move(event));
}

void AuditTrail::flush()
{
    const std::lock_guard one_at_a_time(writing_);
    std::map<std::string, Waiting> batch;
    std::int64_t lost = 0;
    {
        const std::lock_guard lock(mutex_);
        batch.swap(waiting_);
        std::swap(lost, lost_);
    }
    if (lost > 0) log::warn("events of the audit trail were lost in a flood of them", {{"count", lost}});
    if (batch.empty()) return;
    try {
        db_.write([&](db::Transaction& tx) {
            for (const auto& [key, waiting] : batch) {
                AuditEvent event = waiting.event;
                event.details = with_count(event.details, waiting.times);
                audit(tx, event);
            }
        });
    } catch (const std::exception& error) {
        log::error("could not write the audit trail",
                   {{"error", error.what()}, {"events", static_cast<std::int64_t>(batch.size())}});
    }
}

void AuditTrail::clean_up()
{
    if (retention_days_ == 0) return;
    try {
        db_.write([&](db::Transaction& tx) {
            tx.run("DELETE FROM audit_event WHERE created_at < $1",
                   Time{Time::now().seconds - retention_days_ * 86400});
        });
    } catch (const std::exception& error) {
        log::error("could not clean up the audit trail", {{"error", error.what()}});
    }
}

void AuditTrail::work()
{
    using Clock = std::chrono::steady_clock;
    auto next_cleaning = Clock::now() + std::chrono::minutes(1);
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        changed_.wait_until(lock, next_cleaning, [&] { return stopping_ || !waiting_.empty(); });
        // Wait a while for more, so that a flood costs one write for many.
        if (!waiting_.empty()) changed_.wait_for(lock, delay_, [&] { return stopping_; });
        if (stopping_) break;
        lock.unlock();
        flush();
        if (Clock::now() >= next_cleaning) {
            clean_up();
            next_cleaning = Clock::now() + std::chrono::hours(1);
        }
        lock.lock();
    }
}

} // namespace cairn::accounts
