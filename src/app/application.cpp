#include "app/application.hpp"

#include <chrono>
#include <limits>

#include "accounts/tokens/tokens.hpp"
#include "app/consequences.hpp"
#include "app/cron_tasks.hpp"
#include "base/log.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/application.hpp"
#include "misc/server.hpp"
#include "notifications/notification_worker.hpp"
#include "remotes/client.hpp"

namespace cairn::app {

namespace {

// Forms of pages need no more, and rows without a body of their own still get what a form with a token in it may need.
constexpr std::uint64_t small_body = 1024 * 1024;

// Outside the API, and for addresses that nobody has, plain words do.
http::Response plain(int status, std::string_view words)
{
    http::Response response{.status = status, .headers = {}, .body = words};
    if (!words.empty()) response.set("Content-Type", "text/plain;charset=utf-8");
    return response;
}

// Pages of other origins may be let in where no cookie counts: never to pages.
bool is_shared(const api::Route& route) { return !route.table->listens.to_pages; }

} // namespace

Application::Application(db::Database& db, const config::Settings& settings, std::span<const api::Table* const> tables)
    : db_(db), settings_(settings),
      passwords_({.remembered_for = std::chrono::seconds(settings.security.password_cache_time)}), token_uses_(db),
      key_uses_(db), sessions_(db, settings), signing_keys_(settings), bearer_tokens_(db, settings, signing_keys_),
      audit_(db, settings.security.audit_retention_days), login_limits_(settings.security),
      logins_(db, settings, passwords_, login_limits_, audit_), store_(settings.repository.root),
      open_repositories_(store_),
      children_({.git = settings.git.path, .at_once = static_cast<unsigned>(settings.git.max_processes)}),
      commit_key_(settings), storage_(storage::open_storage(settings.storage)), jobs_(db), outbox_(db, settings),
      webhooks_(db, settings, open_repositories_, jobs_), events_(consequences(settings)),
      task_events_(consequences(settings, Cause::task)), routes_(tables),
      documents_(tables, std::string(misc::api_version), settings.server.root_url),
      metrics_(routes_, settings.metrics.enabled), deletion_checks_(deletion_checks()), site_(db, settings, events_),
      task_site_(db, settings, task_events_),
      gate_(db, settings, logins_, token_uses_, bearer_tokens_, sessions_, key_uses_, audit_),
      router_(site_, gate_,
              [this](const api::Caller& caller) -> api::Site& {
                  return caller.limited && accounts::is_of_task(db_, caller.token_id) ? task_site_ : site_;
              }),
      cors_(settings), proxies_(settings.security.reverse_proxy_trusted_proxies, settings.security.reverse_proxy_limit),
      scheduler_(site_, db, settings, upkeep_tasks())
{
    for (api::Site* site : {&site_, &task_site_})
        site->add(passwords_)
            .add(logins_)
            .add(token_uses_)
            .add(key_uses_)
            .add(sessions_)
            .add(signing_keys_)
            .add(audit_)
            .add(store_)
            .add(open_repositories_)
            .add(children_)
            .add(commit_key_)
            .add(jobs_)
            .add(outbox_)
            .add(documents_)
            .add(metrics_)
            .add(*storage_)
            .add(scheduler_)
            .add(deletion_checks_);
}

void Application::furnish()
{
    const remotes::Client client(settings_); // which says what is wrong with what it is to go by
    try {
        const remotes::Hosts told(settings_.oauth2.backchannel_logout_hosts);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(std::string("[oauth2] BACKCHANNEL_LOGOUT_HOSTS: ") + error.what());
    }
    if (!settings_.oauth2.enabled) return;
    signing_keys_.ring();
    identity::provide_default_applications(db_, settings_);
}

void Application::start_cron()
{
    if (outbox_.enabled()) jobs_.add(outbox_.job_kind(jobs_));
    jobs_.add(notifications::notification_kind({.db = db_, .settings = settings_, .outbox = outbox_, .queue = jobs_}));
    webhooks_.start();
    jobs_.add(webhooks_.job_kind());
    jobs_.add(scheduler_.job_kind());
    add_kinds(jobs_, site_);
    jobs_.start();
    put_jobs_of_start(db_);
    scheduler_.start();
}

std::variant<http::Intake, http::Response> Application::admit(const http::Request& request)
{
    const auto match = routes_.find(request.method, request.path(), request.query());
    if (match.route == nullptr) {
        if (!match.path_exists) return plain(404, "404 page not found\n");
        const auto method = std::string_view(match.allow).substr(0, match.allow.find(','));
        if (const auto* route = routes_.find(method, request.path()).route;
            route != nullptr && is_shared(*route) && cors_.is_preflight(request))
            return cors_.preflight(request);
        auto refused = plain(405, "");
        refused.set("Allow", match.allow);
        return refused;
    }
    request.notes.route = match.route;
    const api::Handler& handler = match.route->operation->handler;
    if (handler.streamed)
        return http::Intake{.body = http::Intake::Body::streamed,
                            .body_limit = std::numeric_limits<std::uint64_t>::max()};
    return http::Intake{
        .body = http::Intake::Body::whole,
        .body_limit = handler.body != nullptr && match.route->table->door == api::Door::api
            ? static_cast<std::uint64_t>(settings_.server.max_body_bytes)
            : small_body,
        .quick = (handler.quick || handler.cached) && db_.reads_are_local(),
    };
}

std::optional<http::Response> Application::answer(const http::Request& request, bool quick)
{
    std::optional<http::Response> response;
    try {
        response = router_.serve(*static_cast<const api::Route*>(request.notes.route), request, quick);
    } catch (const db::ReferenceGone& error) {
        log::info("what a request names was deleted meanwhile", {{"request", request.id}, {"error", error.what()}});
        response = router_.refuse({Errc::not_found, "what this is about was deleted meanwhile"});
    } catch (const std::exception& error) {
        log::error(
            "a request failed",
            {{"request", request.id}, {"method", request.method}, {"path", request.path()}, {"error", error.what()}});
        response = plain(500, "");
        response->set("Content-Type", "application/json;charset=utf-8");
        response->body =
            R"({"message":"the server failed; its log has more under the request id )" + request.id + R"("})";
    }
    if (response && is_shared(*static_cast<const api::Route*>(request.notes.route))) cors_.mark(request, *response);
    return response;
}

std::optional<http::Response> Application::serve_quickly(http::Request& request)
{
    request.peer = proxies_.client(request);
    return answer(request, true);
}

http::Response Application::serve(http::Request& request)
{
    request.peer = proxies_.client(request);
    return *answer(request, false);
}

void Application::served(const http::Request& request, int status, std::uint64_t bytes,
                         std::chrono::nanoseconds duration)
{
    const auto* route = static_cast<const api::Route*>(request.notes.route);
    metrics_.count(route, status, duration);
    if (!log::access_enabled()) return;
    log::access({.id = request.id,
                 .method = request.method,
                 .path = request.path(),
                 .peer = request.peer,
                 .operation = route != nullptr ? route->operation->id : std::string_view(),
                 .user_agent = request.header("User-Agent"),
                 .user_id = request.notes.account,
                 .status = status,
                 .bytes = bytes,
                 .duration = duration});
}

} // namespace cairn::app
