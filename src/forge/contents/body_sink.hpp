// The body of an answer as git's kit writes to it.
#pragma once

#include "git/receive/stream.hpp"
#include "http/message.hpp"

namespace cairn::contents {

class BodySink final : public git::Sink {
public:
    BodySink(http::BodyWriter& out, const http::Request& request) : out_(out), request_(request) { }
    void write(std::string_view bytes) override { out_.write(bytes); }
    void check() override
    {
        if (!request_.client_is_there()) throw http::Disconnected();
    }

private:
    http::BodyWriter& out_;
    const http::Request& request_;
};

} // namespace cairn::contents
