#include "app/request_traces.hpp"

#include <algorithm>

#include "api/routes.hpp"
#include "base/spending.hpp"
#include "base/text.hpp"
#include "config/header_list.hpp"
#include "config/settings.hpp"
#include "config/value.hpp"
#include "crypto/random.hpp"
#include "http/client.hpp"
#include "http/open_body.hpp"
#include "telemetry/exporter.hpp"

namespace cairn::app {

namespace {

using tracing::Clock;
using Kind = tracing::Span::Kind;

// A shorter wait is not worth a word.
constexpr std::chrono::milliseconds least_wait{1};

telemetry::Resource resource_of(const config::Settings& settings)
{
    const auto& server = settings.server;
    const bool secure = server.root_url.starts_with("https:");
    const auto host = http::host_and_port(server.root_url);
    const auto colon = host.rfind(':');
    const bool has_port = colon != host.npos && host.find(']', colon) == host.npos;
    return {.service = settings.tracing.service_name,
            .instance = crypto::random_uuid(),
            .version = CAIRN_VERSION,
            .database = settings.database.db_type == config::DatabaseType::postgres ? "postgresql" : "sqlite",
            .scheme = secure ? "https" : "http",
            .host = host.substr(0, has_port ? colon : host.npos),
            .port =
                static_cast<int>(has_port ? text::parse_integer(std::string_view(host).substr(colon + 1)).value_or(0)
                                          : (secure ? 443 : 80))};
}

std::unique_ptr<telemetry::Exporter> exporter_of(const config::Settings& settings)
{
    const auto& tracing = settings.tracing;
    if (!tracing.enabled) return nullptr;
    return std::make_unique<telemetry::Exporter>(telemetry::Exporter::Options{
        .endpoint = tracing.endpoint,
        .headers = config::parse_header_list(tracing.headers).value_or(config::HeaderList()),
        .ratio = config::parse_ratio(tracing.sample_ratio).value_or(0),
        .asked_per_second = static_cast<std::uint64_t>(tracing.asked_per_second),
        .most_waiting = static_cast<std::size_t>(tracing.max_waiting),
        .resource = resource_of(settings)});
}

// Where there are several, nobody knows whose it is.
std::string_view traceparent_of(const http::Request& request)
{
    const auto is_one = [](const http::Header& header) { return text::iequals(header.name, "traceparent"); };
    return std::ranges::count_if(request.headers, is_one) == 1 ? request.header("traceparent") : std::string_view();
}

std::string template_of(const api::Route& route)
{
    const auto path = route.operation->path;
    return std::string(route.table->door == api::Door::api ? "/api/v1" : "")
        + std::string(path.substr(0, path.find('?')));
}

} // namespace

RequestTraces::RequestTraces(const config::Settings& settings)
    : tells_client_(settings.tracing.client_address), exporter_(exporter_of(settings))
{
}

RequestTraces::~RequestTraces() = default;

void RequestTraces::begin_now(const http::Request& request) const
{
    request.notes.spent.trace = exporter_->begin_request(traceparent_of(request), request.received);
}

void RequestTraces::note_waits(const http::Request& request)
{
    auto& trace = *request.notes.spent.trace;
    const auto now = Clock::now();
    if (request.received - trace.begin() >= least_wait)
        trace.add(Kind::step, "receive", trace.begin(), request.received);
    if (now - request.received >= least_wait) trace.add(Kind::step, "wait for a worker", request.received, now);
}

// The request is there until its body was made.
void RequestTraces::watch_producer(const http::Request& request, http::Response& response)
{
    auto* producer = std::get_if<http::Producer>(&response.body);
    if (producer == nullptr || http::open_body_of(*producer) != nullptr) return;
    producer->produce = [&request, make = std::move(producer->produce)](http::BodyWriter& writer) {
        const Spending spending(&request.notes.spent);
        const Step step("body");
        make(writer);
    };
    if (!producer->produce_part) return;
    producer->produce_part = [&request, make = std::move(producer->produce_part)](
                                 http::BodyWriter& writer, std::uint64_t offset, std::uint64_t length) {
        const Spending spending(&request.notes.spent);
        const Step step("body");
        make(writer, offset, length);
    };
}

void RequestTraces::end_now(const http::Request& request, int status, std::uint64_t bytes,
                            std::chrono::nanoseconds duration) const
{
    auto trace = std::move(request.notes.spent.trace);
    const auto* route = static_cast<const api::Route*>(request.notes.route);
    tracing::OfRequest about{.method = std::string(request.method),
                             .status = status,
                             .secure = request.secure,
                             .bytes = bytes,
                             .id = request.id};
    if (route != nullptr) {
        about.route = template_of(*route);
        about.operation = route->operation->id;
    }
    if (tells_client_) about.client = request.peer;
    trace->about = std::move(about);
    trace->finish(trace->begin() + duration);
    exporter_->take(std::move(trace));
}

} // namespace cairn::app
