#include "telemetry/otlp.hpp"

#include <algorithm>
#include <array>

#include "api/codec.hpp"
#include "api/json_writer.hpp"
#include "base/reflect.hpp"
#include "base/text.hpp"

namespace cairn::telemetry {

namespace {

using tracing::Clock;
using tracing::Context;
using tracing::hex_of;
using tracing::OfJob;
using tracing::OfRequest;
using tracing::Span;

// OpenTelemetry's SpanKind.
enum class SpanKind : std::uint8_t { internal = 1, server = 2, client = 3, consumer = 5 };

using api::write_json_string;

void append_attribute(std::string& out, std::string_view key, std::string_view value)
{
    out += R"({"key":)";
    write_json_string(out, key);
    out += R"(,"value":{"stringValue":)";
    write_json_string(out, value);
    out += "}},";
}

// 64 bits are text in the protocol's JSON.
void append_attribute(std::string& out, std::string_view key, std::int64_t value)
{
    out += R"({"key":)";
    write_json_string(out, key);
    out += R"(,"value":{"intValue":")" + std::to_string(value) + "\"}},";
}

// In place of the last comma.
void close_list(std::string& out, char bracket)
{
    if (out.back() == ',') out.back() = bracket;
    else out += bracket;
}

void begin_span(std::string& out, const Context& context, std::uint64_t parent, std::string_view name, SpanKind kind)
{
    out += R"({"traceId":")" + trace_id_of(context) + R"(","spanId":")" + hex_of(context.span) + '"';
    if (parent != 0) out += R"(,"parentSpanId":")" + hex_of(parent) + '"';
    out += R"(,"name":)";
    write_json_string(out, name);
    out += R"(,"kind":)" + std::to_string(static_cast<int>(kind));
}

void append_times(std::string& out, const Trace& trace, Clock::time_point begin, Clock::time_point end)
{
    out += R"(,"startTimeUnixNano":")" + std::to_string(trace.unix_time(begin)) + R"(","endTimeUnixNano":")"
        + std::to_string(trace.unix_time(end)) + R"(","attributes":[)";
}

// After the attributes.
void end_span(std::string& out, bool failed, const std::optional<Context>& link = {})
{
    close_list(out, ']');
    if (link) out += R"(,"links":[{"traceId":")" + trace_id_of(*link) + R"(","spanId":")" + hex_of(link->span) + "\"}]";
    if (failed) out += R"(,"status":{"code":2})";
    out += "},";
}

// The methods that the conventions know; a stranger may send any word.
std::string_view known_method(std::string_view method)
{
    constexpr std::array<std::string_view, 9> known{"GET",     "HEAD",  "POST",  "PUT",    "DELETE",
                                                    "CONNECT", "TRACE", "PATCH", "OPTIONS"};
    return std::ranges::find(known, method) != known.end() ? method : std::string_view("_OTHER");
}

void append_request(std::string& out, const Trace& trace, const OfRequest& request, const Resource& resource)
{
    const auto method = known_method(request.method);
    std::string name(method == "_OTHER" ? "HTTP" : method);
    if (!request.route.empty()) name += ' ' + request.route;
    begin_span(out, trace.context(), trace.parent(), name, SpanKind::server);
    append_times(out, trace, trace.begin(), trace.end());
    append_attribute(out, "http.request.method", method);
    if (!request.route.empty()) append_attribute(out, "http.route", request.route);
    if (request.status != 0) append_attribute(out, "http.response.status_code", std::int64_t{request.status});
    append_attribute(out, "http.response.body.size", static_cast<std::int64_t>(request.bytes));
    append_attribute(out, "url.scheme", request.secure ? std::string_view("https") : std::string_view(resource.scheme));
    append_attribute(out, "server.address", resource.host);
    append_attribute(out, "server.port", std::int64_t{resource.port});
    if (!request.client.empty()) append_attribute(out, "client.address", request.client);
    append_attribute(out, "cairn.request.id", request.id);
    if (!request.operation.empty()) append_attribute(out, "cairn.operation", request.operation);
    if (request.status >= 500) append_attribute(out, "error.type", std::to_string(request.status));
    if (trace.untold() != 0) append_attribute(out, "cairn.spans.untold", static_cast<std::int64_t>(trace.untold()));
    end_span(out, request.status >= 500);
}

void append_job(std::string& out, const Trace& trace, const OfJob& job)
{
    begin_span(out, trace.context(), trace.parent(), "job " + job.kind, SpanKind::consumer);
    append_times(out, trace, trace.begin(), trace.end());
    append_attribute(out, "cairn.job.kind", job.kind);
    append_attribute(out, "cairn.job.id", job.id);
    append_attribute(out, "cairn.job.attempt", job.attempt);
    if (job.failed) append_attribute(out, "error.type", "job");
    if (trace.untold() != 0) append_attribute(out, "cairn.spans.untold", static_cast<std::int64_t>(trace.untold()));
    end_span(out, job.failed, job.cause);
}

// "127.0.0.1:9000", "[::1]:80", "s3.example.org"
void append_host(std::string& out, std::string_view host)
{
    const auto colon = host.rfind(':');
    const bool has_port = colon != host.npos && host.find(']', colon) == host.npos;
    append_attribute(out, "server.address", host.substr(0, has_port ? colon : host.npos));
    if (const auto port = has_port ? text::parse_integer(host.substr(colon + 1)) : std::nullopt)
        append_attribute(out, "server.port", *port);
}

void append_step(std::string& out, const Trace& trace, std::size_t number, const Resource& resource)
{
    const Span& span = trace.spans()[number];
    using enum Span::Kind;
    const bool of_database = span.kind == statement || span.kind == transaction;
    const auto summary = span.kind == statement ? summary_of(span.name) : std::string();
    const auto name = span.kind == statement ? summary : span.kind == git ? "git " + span.name : span.name;
    const auto context = trace.context_of(number);
    begin_span(out, context, trace.id_of(span.parent), name,
               span.kind == statement || span.kind == call ? SpanKind::client : SpanKind::internal);
    append_times(out, trace, span.begin, span.end);
    if (of_database) append_attribute(out, "db.system.name", resource.database);
    if (span.kind == statement) {
        append_attribute(out, "db.query.text", span.name);
        append_attribute(out, "db.query.summary", summary);
        append_attribute(out, "db.operation.name", summary.substr(0, summary.find(' ')));
    } else if (span.kind == git) {
        append_attribute(out, "process.executable.name", "git");
        if (span.number >= 0) append_attribute(out, "process.exit.code", std::int64_t{span.number});
    } else if (span.kind == call) {
        append_attribute(out, "http.request.method", known_method(span.name));
        append_host(out, span.host);
        if (span.number >= 0) append_attribute(out, "http.response.status_code", std::int64_t{span.number});
    }
    if (span.failed) {
        const bool answered = span.kind == call && span.number >= 0;
        append_attribute(out, "error.type", answered ? std::to_string(span.number) : std::string("_OTHER"));
    }
    end_span(out, span.failed);
}

// A message of the protocol, as far as it is read. Numbers come as text or as numbers.
struct PartialSuccess {
    Json rejectedSpans; // NOLINT(readability-identifier-naming): the protocol's
};
BOOST_DESCRIBE_STRUCT(PartialSuccess, (), (rejectedSpans))
struct ExportAnswer {
    std::optional<PartialSuccess> partialSuccess; // NOLINT(readability-identifier-naming)
};
BOOST_DESCRIBE_STRUCT(ExportAnswer, (), (partialSuccess))

} // namespace

std::string summary_of(std::string_view statement)
{
    constexpr std::size_t most_words = 400; // whoever is looked for comes early
    std::string_view verb;
    std::string_view table;
    bool follows = false;
    std::size_t looked = 0;
    for (std::size_t at = 0; at < statement.size() && table.empty() && looked < most_words; ++looked) {
        const auto begin = statement.find_first_not_of(" \n\t(),;", at);
        if (begin == statement.npos) break;
        const auto end = std::min(statement.find_first_of(" \n\t(),;", begin), statement.size());
        const auto word = statement.substr(begin, end - begin);
        at = end;
        if (verb.empty()) {
            verb = word;
            follows = text::iequals(word, "UPDATE");
        } else if (follows && !text::iequals(word, "ONLY") && !text::iequals(word, "SELECT")) {
            table = word;
        } else {
            follows = text::iequals(word, "FROM") || text::iequals(word, "INTO");
        }
    }
    auto summary = text::to_upper(verb);
    if (!table.empty()) summary += ' ' + std::string(table);
    return summary;
}

std::int64_t rejected_spans(std::string_view answer)
{
    ExportAnswer read;
    if (!api::decode_json(type_of<ExportAnswer>(), answer, &read) || !read.partialSuccess) return 0;
    std::string_view number = read.partialSuccess->rejectedSpans.text;
    if (number.size() > 1 && number.front() == '"') number = number.substr(1, number.size() - 2);
    return std::max<std::int64_t>(text::parse_integer(number).value_or(0), 0);
}

Message::Message(const Resource& resource) : resource_(resource)
{
    text_ = R"({"resourceSpans":[{"resource":{"attributes":[)";
    append_attribute(text_, "service.name", resource.service);
    append_attribute(text_, "service.version", resource.version);
    append_attribute(text_, "service.instance.id", resource.instance);
    append_attribute(text_, "telemetry.sdk.name", "cairn");
    append_attribute(text_, "telemetry.sdk.language", "cpp");
    append_attribute(text_, "telemetry.sdk.version", resource.version);
    close_list(text_, ']');
    text_ += R"(},"scopeSpans":[{"scope":{"name":"cairn","version":)";
    write_json_string(text_, resource.version);
    text_ += R"(},"spans":[)";
}

void Message::add(const Trace& trace)
{
    if (const auto* request = std::get_if<OfRequest>(&trace.about)) append_request(text_, trace, *request, resource_);
    else append_job(text_, trace, std::get<OfJob>(trace.about));
    for (std::size_t i = 0; i < trace.spans().size(); ++i) append_step(text_, trace, i, resource_);
    spans_ += 1 + trace.spans().size();
}

std::string Message::take()
{
    close_list(text_, ']');
    text_ += "}]}]}";
    return std::move(text_);
}

} // namespace cairn::telemetry
