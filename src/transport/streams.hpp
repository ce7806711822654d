// Private to src/transport: the bodies of HTTP as git's kit reads and writes them.
#pragma once

#include "git/receive/stream.hpp"
#include "http/message.hpp"

namespace cairn::transport {

class BodySource final : public git::Source {
public:
    explicit BodySource(http::BodyReader& body) : body_(body) { }
    std::size_t read(std::span<char> into) override { return body_.read(into); }

private:
    http::BodyReader& body_;
};

class BodySink final : public git::Sink {
public:
    BodySink(http::BodyWriter& body, const http::Request& request) : body_(body), request_(request) { }
    void write(std::string_view bytes) override { body_.write(bytes); }
    void check() override
    {
        if (!request_.client_is_there()) throw http::Disconnected();
    }

private:
    http::BodyWriter& body_;
    const http::Request& request_;
};

class TextSink final : public git::Sink {
public:
    void write(std::string_view bytes) override { text.append(bytes); }
    std::string text;
};

// A body that is made while it is sent: make(git::Sink&). The request lives as long.
template <class F> http::Producer made_by(const http::Request& request, F make)
{
    return {.produce =
                [&request, make = std::move(make)](http::BodyWriter& out) {
                    BodySink sink(out, request);
                    make(sink);
                },
            .length = {}};
}

} // namespace cairn::transport
