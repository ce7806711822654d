// The section about traces, which tell step by step what a request or a job has taken its time for.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

struct Tracing {
    bool enabled = false;
    std::string endpoint = "http://127.0.0.1:4318/v1/traces";
    std::string headers;
    std::string service_name = "cairn";
    std::string sample_ratio = "0.1";
    std::int64_t asked_per_second = 5;
    std::int64_t max_waiting = 16 << 20;
    bool client_address = false;
};
BOOST_DESCRIBE_STRUCT(Tracing, (),
                      (enabled, endpoint, headers, service_name, sample_ratio, asked_per_second, max_waiting,
                       client_address))
constexpr auto notes(const Tracing*)
{
    return std::array{
        Note{"",
             "Traces by OpenTelemetry's protocol (OTLP over HTTP, as JSON): step by step, what requests and jobs have "
             "taken their time for. A collector, Jaeger, Tempo and many more take them."},
        Note{"enabled", "Sends them at all."},
        Note{"endpoint", "The whole address that they are sent to."},
        Note{.member = "headers",
             .doc = "Headers that go along, such as credentials: NAME=VALUE, several separated by commas. %2C in a "
                    "value is a comma.",
             .format = "password"},
        Note{"service_name", "By which name they are found there. Several sites that send to one place have several."},
        Note{.member = "sample_ratio",
             .doc =
                 "Which part of all requests and jobs is traced, from 0 (none) to 1 (all). A request that comes with "
                 "a `traceparent` goes on with the trace of whoever sent it, and is not traced where that says so.",
             .format = "ratio"},
        Note{.member = "asked_per_second",
             .doc = "How many more requests a second are traced because they come with a `traceparent` that says so. "
                    "Anybody can send one. 0: none.",
             .minimum = 0,
             .maximum = 100'000},
        Note{.member = "max_waiting",
             .doc = "How much memory traces may take that wait to be sent. More are dropped, and counted at /metrics.",
             .format = "bytes",
             .minimum = 1 << 20,
             .maximum = std::int64_t{4} << 30},
        Note{"client_address", "Tells in a trace which address a request came from."},
    };
}

struct TracingSettings {
    Tracing tracing;
};
BOOST_DESCRIBE_STRUCT(TracingSettings, (), (tracing))

} // namespace cairn::config
