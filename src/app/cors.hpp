// Whether pages of other origins may call the API ([cors]); the answer to a browser's question before it does.
#pragma once

#include "http/message.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::app {

class Cors {
public:
    explicit Cors(const config::Settings&);

    // True for a browser's preflight that we answer: CORS is on and the request has the marks of one.
    bool is_preflight(const http::Request&) const;
    http::Response preflight(const http::Request&) const;

    // Adds what a browser must see before it lets the page read the answer.
    void mark(const http::Request&, http::Response&) const;

private:
    // The value of Access-Control-Allow-Origin; empty when the origin is not allowed.
    std::string allowed_origin(std::string_view origin) const;

    const config::Settings& settings_;
};

} // namespace cairn::app
