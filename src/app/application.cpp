#include "app/application.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>

#include "accounts/account.hpp"
#include "accounts/sign_in/ended_sessions.hpp"
#include "accounts/tokens/tokens.hpp"
#include "api/codec.hpp"
#include "app/consequences.hpp"
#include "app/cron_tasks.hpp"
#include "app/open_site.hpp"
#include "base/deadline.hpp"
#include "base/full_disk.hpp"
#include "base/log.hpp"
#include "base/spending.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/limits.hpp"
#include "identity/application.hpp"
#include "issues/time/live_timer.hpp"
#include "issues/timeline/thread_state.hpp"
#include "misc/server.hpp"
#include "notifications/leaving.hpp"
#include "notifications/live_topics.hpp"
#include "notifications/notification_worker.hpp"
#include "pages/places/people.hpp"
#include "pulls/pull_state.hpp"
#include "remotes/client.hpp"
#include "sandbox/codec_processes.hpp"

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

// What answers people at addresses that nobody has, in the layout of the site.
constexpr std::string_view nothing_here = "/-/nothing";

// Somebody with a browser looks for a page. Programs are answered in plain words.
bool is_browsing(const http::Request& request)
{
    return (request.method == "GET" || request.method == "HEAD") && !request.path().starts_with("/api/")
        && request.header("Accept").find("text/html") != std::string_view::npos;
}

// Names that accounts cannot have: what begins with them is the site's own.
bool nobody_is_called_so(std::string_view name) { return !accounts::check_name(name); }

// Pages of other origins may be let in where no cookie counts: never to pages.
bool is_shared(const api::Route& route) { return !route.table->listens.to_pages; }

git::Children::Options children_options(const config::Settings& settings)
{
    const auto& limits = settings.limits;
    return {.git = settings.git.path,
            .at_once = static_cast<unsigned>(settings.git.max_processes),
            .memory = static_cast<std::uint64_t>(limits.git_memory),
            .address_space = static_cast<std::uint64_t>(limits.git_address_space),
            .processor_time = std::chrono::seconds(limits.git_cpu_time),
            .threads = static_cast<unsigned>(limits.git_threads),
            .big_file = static_cast<std::uint64_t>(limits.git_big_file),
            .confined = settings.security.sandbox};
}

git::Limits git_limits(const config::GitLimits& set)
{
    return {.tree_entries = static_cast<std::uint64_t>(set.tree_entries),
            .history_entries = static_cast<std::uint64_t>(set.history_entries),
            .archive_entries = static_cast<std::uint64_t>(set.archive_entries),
            .archive_size = static_cast<std::uint64_t>(set.archive_size),
            .diff_files = static_cast<std::uint64_t>(set.diff_files),
            .diff_lines = static_cast<std::uint64_t>(set.diff_lines),
            .diff_size = static_cast<std::uint64_t>(set.diff_size),
            .diff_file_size = static_cast<std::uint64_t>(set.diff_file_size)};
}

http::Response failure(const http::Request& request)
{
    http::Response response{.status = 500, .headers = {}, .body = {}};
    response.set("Content-Type", "application/json;charset=utf-8");
    response.body = R"({"message":"the server failed; its log has more under the request id )" + request.id + R"("})";
    return response;
}

void log_failure(const http::Request& request, const std::exception& error)
{
    log::error(
        "a request failed",
        {{"request", request.id}, {"method", request.method}, {"path", request.path()}, {"error", error.what()}});
}

// What the operator can mend, or time: in words that say so. Anything else is a mistake of ours.
std::optional<Error> told_as(const std::exception& error)
{
    if (dynamic_cast<const db::StorageFull*>(&error) != nullptr || tells_of_full_disk(error.what()))
        return Error{Errc::storage_full, std::string(no_room_words)};
    if (dynamic_cast<const db::Unavailable*>(&error) != nullptr)
        return Error{Errc::unavailable, "the database does not answer at the moment: try again later"};
    if (dynamic_cast<const storage::Unavailable*>(&error) != nullptr)
        return Error{Errc::unavailable, "the storage of files does not answer at the moment: try again later"};
    if (dynamic_cast<const sandbox::NoCodecProcess*>(&error) != nullptr) return Error{Errc::unavailable, error.what()};
    return {};
}

// A form may have a token in it, and a signature may cover a digest of the body.
bool has_credentials_in_body(const http::Request& request)
{
    if (request.has_header("Signature")) return true;
    const auto authorization = request.header("Authorization");
    if (text::istarts_with(authorization, "Signature ")) return true;
    const auto format = api::body_format(request.header("Content-Type"));
    return format && *format == api::BodyFormat::form;
}

// Nobody has to be asked about.
bool is_a_strangers(const http::Request& request)
{
    return request.query().empty() && !request.has_header("Authorization") && !request.has_header("Cookie")
        && !request.has_header("Signature");
}

} // namespace

Application::Application(db::Database& db, const config::Settings& settings, std::span<const api::Table* const> tables)
    : db_(db), settings_(settings), traces_(settings),
      passwords_({.hash = accounts::password_cost(settings),
                  .remembered_for = std::chrono::seconds(settings.security.password_cache_time)}),
      token_uses_(db), key_uses_(db), sessions_(db, settings), signing_keys_(settings),
      bearer_tokens_(db, settings, signing_keys_), audit_(db, settings.security.audit_retention_days),
      login_limits_(settings.security), rate_limits_(settings.rate_limit, settings.security.secret_key),
      logins_(db, settings, passwords_, login_limits_, audit_), store_(settings.repository.root),
      open_repositories_(store_), children_(children_options(settings)), commit_key_(settings),
      storage_(storage::open_storage(settings.storage)), jobs_(db),
      outbox_(db, settings, &notifications::letter_is_due), webhooks_(db, settings, open_repositories_, jobs_),
      events_(consequences(settings)), task_events_(consequences(settings, Cause::task)),
      unrecorded_pushes_(db, store_, {}), routes_(tables, nobody_is_called_so),
      documents_(tables, std::string(misc::api_version), settings.server.root_url),
      metrics_(routes_, settings.metrics.enabled), slow_requests_(std::chrono::seconds(settings.log.slow_request)),
      pages_(tables, settings, pages::people()), looks_(pages::looks()), deletion_checks_(deletion_checks()),
      site_(db, settings, events_), task_site_(db, settings, task_events_), followers_(site_),
      gate_(db, settings, logins_, token_uses_, bearer_tokens_, sessions_, key_uses_, audit_),
      router_(
          site_, gate_,
          [this](const api::Caller& caller) -> api::Site& {
              return caller.limited && accounts::is_of_task(db_, caller.token_id) ? task_site_ : site_;
          },
          &rate_limits_),
      cors_(settings), proxies_(settings.security.reverse_proxy_trusted_proxies, settings.security.reverse_proxy_limit),
      scheduler_(site_, db, settings, upkeep_tasks())
{
    git::set_limits(git_limits(settings.limits));
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
            .add(unrecorded_pushes_)
            .add(jobs_)
            .add(hub_)
            .add(followers_)
            .add(outbox_)
            .add(documents_)
            .add(metrics_)
            .add(readiness_)
            .add(pages_)
            .add(looks_)
            .add(*storage_)
            .add(scheduler_)
            .add(deletion_checks_);
    hub_.add(notifications::unread_topic,
             [&db](const std::vector<live::Key>& accounts) { return notifications::tell_unread(db, accounts); });
    hub_.add(issues::timer_topic,
             [&db](const std::vector<live::Key>& accounts) { return issues::tell_timers(db, accounts); });
    hub_.add(issues::thread_topic,
             [&db](const std::vector<live::Key>& issues) { return pulls::tell_threads(db, issues); });
    for (auto* bus : {&events_, &task_events_}) {
        issues::tell_of_threads(*bus, hub_);
        pulls::tell_of_checks(*bus, hub_);
    }
    hub_.ask_for_sessions([&db, &settings](const std::vector<live::Key>& sessions) {
        return accounts::ended_sessions(db, settings, sessions);
    });
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
    jobs_.add(notifications::notification_kind(
        {.db = db_, .settings = settings_, .outbox = outbox_, .queue = jobs_, .hub = hub_}));
    webhooks_.start();
    jobs_.add(webhooks_.job_kind());
    jobs_.add(scheduler_.job_kind());
    add_kinds(jobs_, site_);
    listen_to_other_nodes();
    hub_.start();
    jobs_.start();
    put_jobs_of_start(db_);
    scheduler_.start();
}

// A message is about a limit, or a topic: the word for its kind, a space, and its number.
void Application::listen_to_other_nodes()
{
    const auto heard = [this](std::string_view message) {
        if (hear_of_limits(message, rate_limits_, login_limits_)) return;
        const auto space = std::min(message.find(' '), message.size());
        live::Key key = 0;
        std::from_chars(message.data() + std::min(space + 1, message.size()), message.data() + message.size(), key);
        hub_.heard({message.substr(0, space), key});
    };
    messages_ = db::listen(database_options(settings_), {.heard = heard, .missed = [this] { hub_.missed(); }});
    if (messages_ == nullptr) return;
    hub_.relay([this](const live::Topic& topic) {
        messages_->tell(std::string(topic.kind) + ' ' + std::to_string(topic.key));
    });
    limits_teller_ = std::make_unique<LimitsTeller>(rate_limits_, login_limits_, *messages_);
}

std::variant<http::Intake, http::Response> Application::admit(const http::Request& request)
{
    auto match = routes_.find(request.method, request.path(), request.query());
    if (match.route == nullptr && !match.path_exists && is_browsing(request))
        match.route = routes_.find("GET", nothing_here).route;
    traces_.begin(request);
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
    const bool reads = match.route->operation->method == api::Method::GET;
    const bool by_body = !reads && has_credentials_in_body(request);
    return http::Intake{
        .body = http::Intake::Body::whole,
        .body_limit = body_limit(*match.route, by_body),
        .quick = db_.reads_are_local() ? handler.quick || handler.cached : handler.instant && is_a_strangers(request),
        .recognize = !reads && !by_body,
    };
}

// What has its credentials in the body is read before anybody knows whose it is: there is less of it.
std::uint64_t Application::body_limit(const api::Route& route, bool has_credentials) const
{
    const auto& handler = route.operation->handler;
    if (handler.body == nullptr || (route.table->door != api::Door::api && has_credentials)) return small_body;
    const auto& server = settings_.server;
    return static_cast<std::uint64_t>(handler.carries_files && !has_credentials
                                          ? server.max_body_bytes
                                          : std::min(server.max_body_bytes, server.max_json_bytes));
}

http::Recognition Application::recognize(http::Request& request, bool large, bool quick)
{
    if (quick && !db_.reads_are_local()) return {http::Recognition::Found::needs_worker, {}};
    request.peer = proxies_.client(request);
    const RequestTraces::Try once(request);
    http::Recognition recognition{http::Recognition::Found::refused, {}};
    auto response = answer(request, [&](const api::Route& route) -> std::optional<http::Response> {
        recognition = router_.recognize(route, request, large, quick);
        return std::move(recognition.answer);
    });
    recognition.answer = std::move(*response);
    if (recognition.found == http::Recognition::Found::needs_worker) once.forget();
    if (recognition.found == http::Recognition::Found::refused) slow_requests_.look(request, recognition.answer.status);
    return recognition;
}

std::optional<http::Response> Application::answer(const http::Request& request, const Answering& make)
{
    std::optional<http::Response> response;
    const Spending spending(slow_requests_.spending(request));
    try {
        response = make(*static_cast<const api::Route*>(request.notes.route));
    } catch (const db::ReferenceGone& error) {
        log::info("what a request names was deleted meanwhile", {{"request", request.id}, {"error", error.what()}});
        response = router_.refuse({Errc::not_found, "what this is about was deleted meanwhile"});
    } catch (const std::exception& error) {
        log_failure(request, error);
        const auto known = told_as(error);
        response = known ? router_.refuse(*known) : failure(request);
    }
    if (response && is_shared(*static_cast<const api::Route*>(request.notes.route))) cors_.mark(request, *response);
    return response;
}

std::optional<http::Response> Application::failed(const http::Request& request, const std::exception& error)
{
    const auto known = told_as(error);
    if (!known) return {};
    log_failure(request, error);
    return router_.refuse(*known);
}

// Who was recognized counts as the account, wherever it asks from; all others as the address.
std::uint64_t Application::client_of(const http::Request& request)
{
    if (request.notes.account != 0) return api::client_number(request.notes.account);
    return api::client_number(proxies_.client(request));
}

std::optional<http::Response> Application::serve_quickly(http::Request& request)
{
    request.peer = proxies_.client(request);
    const RequestTraces::Try once(request);
    auto response = answer(request, [&](const api::Route& route) { return router_.serve(route, request, true); });
    if (!response) {
        once.forget();
        return response;
    }
    slow_requests_.look(request, response->status);
    traces_.watch_body(request, *response);
    return response;
}

http::Response Application::serve(http::Request& request)
{
    request.peer = proxies_.client(request);
    traces_.at_worker(request);
    // Whoever changes something has it done, whether or not he waits for it.
    std::optional<Deadline> deadline;
    if (request.method == "GET" || request.method == "HEAD")
        deadline.emplace(std::chrono::seconds(settings_.limits.request_time),
                         [&request] { return request.client_is_there(); });
    auto response = *answer(request, [&](const api::Route& route) { return router_.serve(route, request, false); });
    slow_requests_.look(request, response.status);
    traces_.watch_body(request, response);
    return response;
}

void Application::served(const http::Request& request, int status, std::uint64_t bytes,
                         std::chrono::nanoseconds duration)
{
    const auto* route = static_cast<const api::Route*>(request.notes.route);
    metrics_.count(route, status, duration);
    traces_.end(request, status, bytes, duration);
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
