// The audit trail: sign-ins, failures, and every change to what lets people in, with who did it, to whom, by which
// credential and from where. It is only ever added to, and cleaned up when it is old.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

enum class AuditKind : std::uint8_t {
    sign_in,
    sign_in_failed,
    second_step_failed,
    sign_in_throttled,
    sign_out,
    sudo,
    token_created,
    token_deleted,
    key_added,
    key_removed,
    two_factor_enabled,
    two_factor_disabled,
    recovery_codes_renewed,
    recovery_code_used,
    password_changed,
    account_created,
    account_changed,
    account_deleted,
    application_created,
    application_changed,
    application_secret_renewed,
    application_deleted,
    application_approved,
    application_reapproved,
    application_denied,
    application_revoked,
    application_tokens_ended,
    push_signed,
    setting_changed,
};
BOOST_DESCRIBE_ENUM(AuditKind, sign_in, sign_in_failed, second_step_failed, sign_in_throttled, sign_out, sudo,
                    token_created, token_deleted, key_added, key_removed, two_factor_enabled, two_factor_disabled,
                    recovery_codes_renewed, recovery_code_used, password_changed, account_created, account_changed,
                    account_deleted, application_created, application_changed, application_secret_renewed,
                    application_deleted, application_approved, application_reapproved, application_denied,
                    application_revoked, application_tokens_ended, push_signed, setting_changed)

struct AuditEvent {
    AuditKind kind = AuditKind::sign_in;
    std::int64_t actor_id = 0;   // who did it; 0: nobody who is known
    std::string actor{};         // the name at that time, or what somebody claimed to be called
    std::int64_t account_id = 0; // whom it was done to
    std::string account{};
    std::string credential{}; // what the actor showed: "password", "token", "session" ...
    std::int64_t token_id = 0;
    std::string address{};
    std::string request_id{};
    std::string user_agent{};
    Json details{"{}"};
    Time created_at = Time::now();
};

// By the caller, or with sudo by the administrator behind it, to the caller's own account.
AuditEvent audit_event(const api::Call&, AuditKind);
// By the caller, to another account.
AuditEvent audit_event(const api::Call&, AuditKind, const Account&);
// By whom the gate has just recognized.
AuditEvent audit_event(const http::Request&, AuditKind, const api::Caller&);
// By nobody who is known yet: the request is all there is to tell.
AuditEvent audit_event(const http::Request&, AuditKind);

// The same event about another account: for one that was only made in the transaction.
AuditEvent concerning(AuditEvent, const Account&);

// The details of an event: a described struct of a few members.
template <class T> Json audit_details(const T& described) { return {api::to_json(type_of<T>(), &described)}; }

// The details of an event about a key.
struct AuditedKey {
    std::string form; // ssh, gpg, webauthn, principal
    std::int64_t id = 0;
    std::string name; // how its owner calls it, or its fingerprint
};
BOOST_DESCRIBE_STRUCT(AuditedKey, (), (form, id, name))

// In the transaction of its cause: what was done and what is told about it are there together or not at all.
void audit(db::Transaction&, const AuditEvent&);

// For what has no transaction: a batch in memory, written a few seconds later by a thread of its own, so that no
// request waits for it. Equal events of a batch become one with a count; what a flood leaves no place for is counted
// and logged.
class AuditTrail {
public:
    static constexpr std::size_t max_waiting = 1024;

    explicit AuditTrail(db::Database&, std::int64_t retention_days = 0,
                        std::chrono::milliseconds delay = std::chrono::seconds(2));
    ~AuditTrail(); // writes what is left
    AuditTrail(const AuditTrail&) = delete;
    AuditTrail& operator=(const AuditTrail&) = delete;

    void add(AuditEvent);
    // The same for what happens all the time: only if no equal one was added within the last hour, as far as a fixed
    // number of them is remembered.
    void add_hourly(AuditEvent);

    // Writes now what was added.
    void flush();
    // Deletes what is older than the retention.
    void clean_up();

private:
    struct Waiting {
        AuditEvent event;
        std::int64_t times = 1;
    };
    struct Seen {
        std::size_t mark = 0;
        std::chrono::steady_clock::time_point until{};
    };

    void work();

    db::Database& db_;
    const std::int64_t retention_days_;
    const std::chrono::milliseconds delay_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Waiting> waiting_; // by what makes two events equal
    std::int64_t lost_ = 0;
    std::array<Seen, 4096> seen_{};
    bool stopping_ = false;
    std::mutex writing_; // one batch at a time
    std::thread writer_;
};

} // namespace cairn::accounts
