#include "http/request_parser.hpp"

#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <limits>

#include "http/header_value.hpp"

namespace cairn::http {

namespace {

namespace beast = boost::beast;

// Far more than browsers and proxies send; without a bound, short headers would make a long list of a short head.
constexpr std::size_t most_headers = 128;

// The line before a chunk with its extensions, or the trailers after the last: nobody needs more than this.
constexpr std::size_t longest_chunk_head = 8 << 10;

std::string_view std_view(beast::string_view text) { return {text.data(), text.size()}; }

// Whether a request line that Beast refused is well formed but for a version that we do not speak.
bool has_other_version(std::string_view head)
{
    auto line = head.substr(0, head.find('\r'));
    if (std::ranges::count(line, ' ') != 2) return false;
    const auto version = line.substr(line.rfind(' ') + 1);
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return version.size() == 8 && version.starts_with("HTTP/") && is_digit(version[5]) && version[6] == '.'
        && is_digit(version[7]) && version != "HTTP/1.0" && version != "HTTP/1.1";
}

// RFC 3986's characters of a host and its port; a colon or bracket in the wrong place is no danger to anyone here.
bool is_authority(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || std::string_view("-._~%!$&'()*+,;=:[]").find(c) != std::string_view::npos;
    });
}

} // namespace

HeadScanner::Found HeadScanner::scan(std::string_view input)
{
    for (;;) {
        const auto newline = input.find('\n', searched_);
        if (newline == input.npos) {
            searched_ = input.size();
            return Found::nothing_yet;
        }
        if (newline == line_ || input[newline - 1] != '\r') return Found::malformed;
        if (line_ != 0 && (input[line_] == ' ' || input[line_] == '\t')) return Found::malformed;
        const bool empty = newline == line_ + 1;
        line_ = searched_ = newline + 1;
        if (empty) return Found::end;
    }
}

std::optional<Refusal> RequestParser::parse_head(std::string_view head)
{
    header_limit(static_cast<std::uint32_t>(head.size()));
    body_limit(boost::none); // only the service knows it, and only when it has seen the head
    request_.headers.clear();

    error_code ec;
    put(boost::asio::const_buffer(head.data(), head.size()), ec);
    if (refusal_) return refusal_;
    if (ec == beast::http::error::bad_version && has_other_version(head))
        return Refusal{505, "this server speaks HTTP/1.1"};
    if (ec) return Refusal{400, "malformed request"};
    return std::nullopt;
}

bool RequestParser::expects_continue() const
{
    return version_ == 11 && !is_done() && same_token(request_.header("Expect"), "100-continue");
}

std::optional<std::uint64_t> RequestParser::length() const
{
    if (chunked()) return std::nullopt;
    return content_length().value_or(0);
}

std::uint64_t RequestParser::remaining() const
{
    if (is_done()) return 0;
    return content_length_remaining().value_or(std::numeric_limits<std::uint64_t>::max());
}

std::optional<Refusal> RequestParser::feed(beast::flat_buffer& input, std::string& body)
{
    body_ = &body;
    // The shortest end of a chunked body is "0\r\n\r\n": with less there is nothing to be done yet, and Beast asserts
    // that it is not shown a part of it twice.
    const std::size_t least = chunked() ? 5 : 1;
    while (!is_done() && input.size() >= least) {
        error_code ec;
        input.consume(put(input.data(), ec));
        if (ec == beast::http::error::need_more) {
            if (input.size() > longest_chunk_head) return Refusal{400, "malformed chunk"};
            break;
        }
        if (ec == beast::http::error::body_limit) return Refusal{413, "request body is too large"};
        if (ec) return Refusal{400, "malformed request body"};
    }
    return std::nullopt;
}

void RequestParser::on_request_impl(beast::http::verb, string_view method, string_view target, int version,
                                    error_code& ec)
{
    version_ = version;
    request_.method = std_view(method);
    if (const auto origin = origin_form(std_view(target))) request_.target = *origin;
    else refuse(ec, 400, "malformed request target");
}

std::optional<std::string_view> RequestParser::origin_form(std::string_view target)
{
    if (target.starts_with('/') || target == "*") return target;
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (target.size() <= scheme.size() || !same_token(target.substr(0, scheme.size()), scheme)) continue;
        target.remove_prefix(scheme.size());
        authority_ = target.substr(0, target.find_first_of("/?#"));
        if (authority_.empty() || !is_authority(authority_)) return std::nullopt;
        target.remove_prefix(authority_.size());
        if (target.empty()) return "/";
        if (target.front() == '/') return target;
    }
    return std::nullopt;
}

void RequestParser::on_field_impl(beast::http::field field, string_view name, string_view value, error_code& ec)
{
    if (is_header_done()) return; // a trailer: nothing here may change what the head said
    if (request_.headers.size() == most_headers) return refuse(ec, 431, "too many headers");
    request_.headers.push_back({std_view(name), std_view(value)});

    if (field == beast::http::field::host) {
        if (++hosts_ > 1 || !is_authority(std_view(value))) return refuse(ec, 400, "malformed Host");
    } else if (field == beast::http::field::transfer_encoding) {
        // Beast takes every list for valid; a proxy in front of us may read any but this one otherwise than we do.
        if (has_transfer_encoding_ || version_ == 10) return refuse(ec, 400, "malformed Transfer-Encoding");
        has_transfer_encoding_ = true;
        if (!same_token(std_view(value), "chunked")) return refuse(ec, 501, "unknown Transfer-Encoding");
    }
}

void RequestParser::on_header_impl(error_code& ec)
{
    if (hosts_ == 0 && version_ == 11) return refuse(ec, 400, "missing Host");
    if (authority_.empty()) return;
    for (auto& header : request_.headers)
        if (same_token(header.name, "Host")) header.value = authority_;
}

std::size_t RequestParser::on_body_impl(string_view body, error_code&)
{
    body_->append(body.data(), body.size());
    return body.size();
}

void RequestParser::refuse(error_code& ec, int status, std::string_view message)
{
    refusal_ = Refusal{status, message};
    ec = beast::http::error::bad_value;
}

} // namespace cairn::http
