// Private to src/http: the head of an answer as it goes onto the wire, and the answers that the server makes itself.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace cairn::http {

// How the client is to find the end of the body.
struct Framing {
    enum class Kind : std::uint8_t { no_body, length, chunked, until_close };

    Kind kind = Kind::length;
    std::uint64_t length = 0;
};

// By the answer's status and body; HTTP/1.0 knows no chunks.
Framing framing_of(const Response&, bool http_10);

// What the connection knows of an answer and the service does not.
struct HeadFacts {
    Framing framing;
    std::string_view date;
    std::string_view request_id;
    bool keep_alive = true;
    bool http_10 = false;
};

// The headers that belong to the server (framing, Date, Connection, X-Request-Id) are its own whatever the service
// set, and no value can break out of its line.
void append_head(std::string& out, const Response&, const HeadFacts&);

// The Date header's value, made once a second.
class DateClock {
public:
    std::string_view now();

private:
    std::time_t second_ = -1;
    std::string text_;
};

// {"message": "..."}; the message is a literal of this server without characters that JSON would escape.
Response error_response(int status, std::string_view message);

} // namespace cairn::http
