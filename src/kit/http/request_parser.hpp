// Private to src/http: reading requests. Beast takes the bytes apart; what is added here is where Beast is more lenient
// than a server behind other people's proxies can afford to be.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>

#include <optional>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace cairn::http {

// Why the server itself answers a request, before the service sees it or instead of it.
struct Refusal {
    int status = 400;
    std::string_view message;
};

// Finds the end of a head while it arrives, line by line, without looking at a byte twice. Refuses two things on the
// way that Beast would let through or wait for: lines folded onto the next one, and lines that end without CR.
class HeadScanner {
public:
    enum class Found : std::uint8_t { nothing_yet, end, malformed };

    Found scan(std::string_view input);
    std::size_t end() const { return line_; } // after `Found::end`

private:
    std::size_t line_ = 0;     // where the current line began
    std::size_t searched_ = 0; // no line ends before this
};

// One request: first its head, in one piece; then its body, as it comes. The request's views point into the head.
class RequestParser final : private boost::beast::http::basic_parser<true> {
public:
    explicit RequestParser(Request& request) : request_(request) { }

    std::optional<Refusal> parse_head(std::string_view head);

    // After the head.
    bool is_http_10() const { return version_ == 10; }
    bool wants_keep_alive() const { return keep_alive(); }
    bool expects_continue() const;
    bool is_complete() const { return is_done(); }
    std::optional<std::uint64_t> length() const; // as declared; nothing when the body is chunked
    std::uint64_t remaining() const;             // as declared, of what was not fed yet; the largest when chunked

    void limit_body(std::uint64_t most) { body_limit(most); }

    // Takes what it can from `input` and appends what that means to `body`.
    std::optional<Refusal> feed(boost::beast::flat_buffer& input, std::string& body);

private:
    using error_code = boost::beast::error_code;
    using string_view = boost::beast::string_view;

    void on_request_impl(boost::beast::http::verb, string_view method, string_view target, int version,
                         error_code&) override;
    void on_field_impl(boost::beast::http::field, string_view name, string_view value, error_code&) override;
    void on_header_impl(error_code&) override;
    std::size_t on_body_impl(string_view body, error_code&) override;
    std::size_t on_chunk_body_impl(std::uint64_t, string_view body, error_code& ec) override
    {
        return on_body_impl(body, ec);
    }
    void on_response_impl(int, string_view, int, error_code&) override { }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override { }
    void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override { }
    void on_finish_impl(error_code&) override { }

    std::optional<std::string_view> origin_form(std::string_view target);
    void refuse(error_code&, int status, std::string_view message);

    Request& request_;
    int version_ = 11;
    int hosts_ = 0;
    bool has_transfer_encoding_ = false;
    std::string_view authority_; // of a target in absolute form: RFC 9112, 3.2.2 has it replace Host
    std::string* body_ = nullptr;
    std::optional<Refusal> refusal_;
};

} // namespace cairn::http
