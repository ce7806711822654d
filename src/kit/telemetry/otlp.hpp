// Traces as OpenTelemetry's protocol has them (OTLP 1.x, in JSON): which spans and attributes there are is said here
// and nowhere else, by the semantic conventions that are stable.
#pragma once

#include <string>
#include <string_view>

#include "base/trace.hpp"

namespace cairn::telemetry {

using tracing::Trace;

// What is the same of all.
struct Resource {
    std::string service;  // service.name
    std::string instance; // service.instance.id
    std::string version;
    std::string database; // db.system.name
    std::string scheme;   // of the site's address
    std::string host;
    int port = 0;
};

// A message to a collector, made of one trace after the other.
class Message {
public:
    explicit Message(const Resource&);

    void add(const Trace&);

    std::size_t spans() const { return spans_; }
    std::size_t size() const { return text_.size(); }
    // The whole of it; the message is of no more use.
    std::string take();

private:
    const Resource& resource_;
    std::string text_;
    std::size_t spans_ = 0;
};

// What a statement does, in few words that are the same for many: "SELECT issue".
std::string summary_of(std::string_view statement);

// How many spans a collector has not taken that has answered so, though all is well.
std::int64_t rejected_spans(std::string_view answer);

} // namespace cairn::telemetry
