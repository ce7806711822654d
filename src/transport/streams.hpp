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
    explicit BodySink(http::BodyWriter& body) : body_(body) { }
    void write(std::string_view bytes) override { body_.write(bytes); }

private:
    http::BodyWriter& body_;
};

class TextSink final : public git::Sink {
public:
    void write(std::string_view bytes) override { text.append(bytes); }
    std::string text;
};

// A body that is made while it is sent: make(git::Sink&).
template <class F> http::Producer made_by(F make)
{
    return {.produce =
                [make = std::move(make)](http::BodyWriter& out) {
                    BodySink sink(out);
                    make(sink);
                },
            .length = {}};
}

} // namespace cairn::transport
