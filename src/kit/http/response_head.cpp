#include "http/response_head.hpp"

#include <boost/beast/http/status.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "http/header_value.hpp"

namespace cairn::http {

namespace {

constexpr bool is_servers_own(std::string_view name)
{
    switch (name.size()) {
    case 4: return same_token(name, "Date");
    case 10: return same_token(name, "Connection");
    case 12: return same_token(name, "X-Request-Id");
    case 14: return same_token(name, "Content-Length");
    case 17: return same_token(name, "Transfer-Encoding");
    default: return false;
    }
}

void append_number(std::string& out, std::uint64_t number)
{
    char digits[20];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    out.append(digits, end);
}

void append_status_line(std::string& out, int status)
{
    if (status == 200) { // nearly all of them
        out += "HTTP/1.1 200 OK\r\n";
        return;
    }
    namespace beast = boost::beast::http;
    const auto reason = beast::obsolete_reason(beast::int_to_status(static_cast<unsigned>(status)));
    fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\n", status,
                   std::string_view(reason.data(), reason.size()));
}

// A line break in a value would be a header, or a whole answer, of somebody else's making.
void append_value(std::string& out, std::string_view value)
{
    const auto from = out.size();
    out += value;
    std::replace_if(
        out.begin() + static_cast<std::ptrdiff_t>(from), out.end(),
        [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; }, ' ');
}

std::uint64_t size_of(const Body& body, bool& known)
{
    struct Size {
        bool& known;
        std::uint64_t operator()(const std::string& text) const { return text.size(); }
        std::uint64_t operator()(std::string_view text) const { return text.size(); }
        std::uint64_t operator()(const std::shared_ptr<const std::string>& text) const
        {
            return text ? text->size() : 0;
        }
        std::uint64_t operator()(const FileRange& file) const { return file.length; }
        std::uint64_t operator()(const Producer& producer) const
        {
            known = producer.length.has_value();
            return producer.length.value_or(0);
        }
    };
    known = true;
    return std::visit(Size{known}, body);
}

} // namespace

Framing framing_of(const Response& response, bool http_10)
{
    if (response.status < 200 || response.status == 204 || response.status == 304) return {Framing::Kind::no_body};
    bool known = true;
    const auto length = size_of(response.body, known);
    if (known) return {Framing::Kind::length, length};
    return {http_10 ? Framing::Kind::until_close : Framing::Kind::chunked};
}

void append_head(std::string& out, const Response& response, const HeadFacts& facts)
{
    append_status_line(out, response.status);
    for (const auto& [name, value] : response.headers) {
        if (is_servers_own(name)) continue;
        out += name;
        out += ": ";
        append_value(out, value);
        out += "\r\n";
    }
    switch (facts.framing.kind) {
    case Framing::Kind::length:
        out += "Content-Length: ";
        append_number(out, facts.framing.length);
        out += "\r\n";
        break;
    case Framing::Kind::chunked: out += "Transfer-Encoding: chunked\r\n"; break;
    case Framing::Kind::no_body:
    case Framing::Kind::until_close: break;
    }
    if (!facts.keep_alive) out += "Connection: close\r\n";
    else if (facts.http_10) out += "Connection: keep-alive\r\n";
    out += "Date: ";
    out += facts.date;
    out += "\r\nX-Request-Id: ";
    out += facts.request_id;
    out += "\r\n\r\n";
}

std::string_view DateClock::now()
{
    if (const auto second = std::time(nullptr); second != second_) {
        second_ = second;
        text_ = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(second));
    }
    return text_;
}

Response error_response(int status, std::string_view message)
{
    Response response{status, {}, fmt::format(R"({{"message":"{}"}})", message)};
    response.set("Content-Type", "application/json;charset=utf-8");
    if (status == 503) response.set("Retry-After", "1");
    return response;
}

} // namespace cairn::http
