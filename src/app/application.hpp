// The service behind the HTTP server: it knows the catalog, and puts router, gate, log and figures together.
#pragma once

#include "accounts/audit/audit.hpp"
#include "accounts/deletion_check.hpp"
#include "accounts/keys/key_uses.hpp"
#include "accounts/sign_in/gate.hpp"
#include "accounts/sign_in/login_limits.hpp"
#include "accounts/sign_in/logins.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/tokens/token_uses.hpp"
#include "api/documents.hpp"
#include "api/router.hpp"
#include "app/catalog.hpp"
#include "app/cors.hpp"
#include "app/limits_teller.hpp"
#include "app/metrics.hpp"
#include "app/readiness.hpp"
#include "app/request_traces.hpp"
#include "app/slow_requests.hpp"
#include "cron/scheduler.hpp"
#include "db/messages.hpp"
#include "events/events.hpp"
#include "git/child/child.hpp"
#include "git/store/repositories.hpp"
#include "git/store/store.hpp"
#include "http/server.hpp"
#include "http/trusted_proxies.hpp"
#include "identity/bearer_tokens.hpp"
#include "identity/signing_keys.hpp"
#include "jobs/queue.hpp"
#include "live/hub.hpp"
#include "mail/outbox.hpp"
#include "pages/actions/log_followers.hpp"
#include "pages/kit.hpp"
#include "pages/looks.hpp"
#include "repositories/references/signing.hpp"
#include "repositories/references/unrecorded_pushes.hpp"
#include "storage/storage.hpp"
#include "webhooks/dispatcher.hpp"

namespace cairn::app {

class Application final : public http::Service {
public:
    // The tables are those of the catalog, or others with which a test wants to see what the rest does.
    Application(db::Database&, const config::Settings&, std::span<const api::Table* const> tables = catalog());

    ~Application() override { jobs_.stop(); } // before anything goes that a job may use
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    std::variant<http::Intake, http::Response> admit(const http::Request&) override;
    std::uint64_t client_of(const http::Request&) override;
    http::Recognition recognize(http::Request&, bool large, bool quick) override;
    std::optional<http::Response> serve_quickly(http::Request&) override;
    http::Response serve(http::Request&) override;
    std::optional<http::Response> failed(const http::Request&, const std::exception&) override;
    void served(const http::Request&, int status, std::uint64_t bytes, std::chrono::nanoseconds) override;

    // Makes what a site has from its first start on: a signing key, the well-known applications. Throws with words for
    // the operator.
    void furnish();

    // For other doors than HTTP.
    const api::Site& site() const { return site_; }
    // What whoever starts it adds, before the first call.
    template <class Service> void add(Service& service)
    {
        site_.add(service);
        task_site_.add(service);
    }

    // Upkeep is for the server; tests and benchmarks do without.
    void start_cron();

    // The server is about to stop: what waits for servers elsewhere does not wait any longer.
    void hurry() { jobs_.request_stop(); }
    // It is to be given nothing new, and still answers.
    void drain() { readiness_.drain(); }

private:
    using Answering = std::function<std::optional<http::Response>(const api::Route&)>;
    // What `make` makes of it, or what is told where it throws.
    std::optional<http::Response> answer(const http::Request&, const Answering& make);
    std::uint64_t body_limit(const api::Route&, bool has_credentials) const;
    void listen_to_other_nodes();

    db::Database& db_;
    const config::Settings& settings_;
    RequestTraces traces_; // goes after all that is traced
    accounts::Passwords passwords_;
    accounts::TokenUses token_uses_;
    accounts::KeyUses key_uses_;
    accounts::Sessions sessions_;
    identity::SigningKeys signing_keys_;
    identity::BearerTokens bearer_tokens_;
    accounts::AuditTrail audit_;
    accounts::LoginLimits login_limits_;
    api::RateLimits rate_limits_;
    accounts::Logins logins_;
    git::Store store_;
    git::Repositories open_repositories_;
    git::Children children_;
    repositories::CommitKey commit_key_;
    std::unique_ptr<storage::Storage> storage_;
    live::Hub hub_;                          // outlives the jobs, which tell it what they did
    std::unique_ptr<db::Messages> messages_; // of other nodes, for the hub and the limits
    std::unique_ptr<LimitsTeller> limits_teller_;
    jobs::Queue jobs_;
    mail::Outbox outbox_;
    webhooks::Dispatcher webhooks_;
    events::Bus events_;
    events::Bus task_events_; // what follows from what tasks do
    repositories::UnrecordedPushes unrecorded_pushes_;
    api::Routes routes_;
    api::Documents documents_;
    Metrics metrics_;
    Readiness readiness_;
    SlowRequests slow_requests_;
    pages::Kit pages_;
    pages::LooksOf looks_;
    accounts::DeletionChecks deletion_checks_;
    api::Site site_;
    api::Site task_site_;
    pages::LogFollowers followers_;
    accounts::Gate gate_;
    api::Router router_;
    Cors cors_;
    http::TrustedProxies proxies_;
    // Last, so that its work ends before what it uses.
    cron::Scheduler scheduler_;
};

} // namespace cairn::app
