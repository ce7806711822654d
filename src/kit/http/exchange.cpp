#include "http/exchange.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "http/called_address.hpp"

namespace cairn::http {

namespace {

constexpr std::size_t most_headers = 64UL * 1024;

bool breaks_lines(std::string_view text) { return text.find_first_of(std::string_view("\r\n\0", 3)) != text.npos; }

bool can_be_sent(const OutgoingRequest& request)
{
    return !breaks_lines(request.method) && !breaks_lines(request.url) && !breaks_lines(request.range)
        && std::ranges::none_of(request.headers, [](const auto& header) {
               return header.first.empty() || breaks_lines(header.first) || breaks_lines(header.second);
           });
}

bool lets_in(std::string_view header)
{
    return text::iequals(header, "Authorization") || text::iequals(header, "Cookie");
}

} // namespace

Exchange::Exchange(const OutgoingRules& rules, OutgoingRequest request, const OutgoingStreams& streams, Curl& curl)
    : rules_(rules), request_(std::move(request)), streams_(streams), curl_(curl)
{
}

std::chrono::milliseconds Exchange::elapsed() const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
}

Result<> Exchange::prepare()
{
    if (!can_be_sent(request_)) return fail(Errc::unprocessable, "the request has a line break where none may be");
    const auto left = request_.timeout - elapsed();
    if (request_.timeout.count() > 0 && left.count() <= 0) return fail(Errc::unavailable, "it takes too long");
    way_ = TRY(rules_.way_to(request_.url));
    response_ = {.url = request_.url, .proxy = way_.proxy};
    sent_ = read_ = 0;
    refused_ = false;

    curl_.reset();
    curl_.set(CURLOPT_URL, request_.url);
    curl_.set(CURLOPT_PROTOCOLS_STR, "http,https");
    set_limits(left);
    set_way();
    set_headers();
    set_body();
    curl_.set(CURLOPT_WRITEFUNCTION, &Exchange::take);
    curl_.set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    curl_.set(CURLOPT_HEADERFUNCTION, &Exchange::take_header);
    curl_.set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    return {};
}

void Exchange::set_limits(std::chrono::milliseconds left)
{
    if (request_.timeout.count() > 0) curl_.set(CURLOPT_TIMEOUT_MS, static_cast<long>(left.count()));
    if (request_.connect_timeout.count() > 0)
        curl_.set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(request_.connect_timeout.count()));
    if (request_.silence.count() > 0) {
        curl_.set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_.set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(request_.silence.count()));
    }
    if (streams_.goes_on) {
        curl_.set(CURLOPT_NOPROGRESS, 0L);
        curl_.set(CURLOPT_XFERINFOFUNCTION, &Exchange::look_up);
        curl_.set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
    }
}

void Exchange::set_way()
{
    if (!way_.proxy.empty()) {
        curl_.set(CURLOPT_PROXY, way_.proxy);
        curl_.set(CURLOPT_NOPROXY, ""); // nor what the environment says
        curl_.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    } else if (!rules_.environment_proxy) {
        curl_.set(CURLOPT_PROXY, "");
        curl_.set(CURLOPT_NOPROXY, "*");
    }
    curl_.set(CURLOPT_OPENSOCKETFUNCTION, &Exchange::open_socket);
    curl_.set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    if (rules_.hosts) {
        curl_.set(CURLOPT_FRESH_CONNECT, 1L);
        curl_.set(CURLOPT_FORBID_REUSE, 1L);
    }
    curl_.set(CURLOPT_SSL_VERIFYPEER, rules_.verify_tls ? 1L : 0L);
    curl_.set(CURLOPT_SSL_VERIFYHOST, rules_.verify_tls ? 2L : 0L);
}

void Exchange::set_headers()
{
    headers_.reset();
    for (const auto& [name, value] : request_.headers)
        append(headers_, value.empty() ? name + ";" : name + ": " + value);
    // Short bodies do not wait for a "100 Continue". A header that is taken away would be signed as an empty one.
    if (!streams_.upload && request_.aws_signature.empty()) append(headers_, "Expect:");
    curl_.set(CURLOPT_HTTPHEADER, headers_.get());
    if (!request_.range.empty()) curl_.set(CURLOPT_RANGE, request_.range);
    if (request_.user.empty() && request_.password.empty()) return;
    curl_.set(CURLOPT_USERNAME, request_.user);
    curl_.set(CURLOPT_PASSWORD, request_.password);
    if (request_.aws_signature.empty()) curl_.set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
    else curl_.set(CURLOPT_AWS_SIGV4, request_.aws_signature);
}

bool Exchange::has_body() const
{
    return streams_.upload || !request_.body.empty() || request_.method == "POST" || request_.method == "PUT"
        || request_.method == "PATCH";
}

void Exchange::set_body()
{
    if (request_.method == "HEAD") return curl_.set(CURLOPT_NOBODY, 1L);
    if (has_body()) {
        const auto size = streams_.upload ? streams_.upload->size : request_.body.size();
        curl_.set(CURLOPT_UPLOAD, 1L);
        curl_.set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(size));
        curl_.set(CURLOPT_READFUNCTION, &Exchange::give);
        curl_.set(CURLOPT_READDATA, static_cast<void*>(this));
        curl_.set(CURLOPT_SEEKFUNCTION, &Exchange::rewind);
        curl_.set(CURLOPT_SEEKDATA, static_cast<void*>(this));
    }
    if (request_.method != (has_body() ? "PUT" : "GET")) curl_.set(CURLOPT_CUSTOMREQUEST, request_.method);
}

// 303 leads to something that tells of what was received, which is not for whoever wanted to send it.
bool Exchange::leads_on(long status) const
{
    return status == 301 || status == 302 || status == 307 || status == 308 || (status == 303 && !has_body());
}

void Exchange::follow(std::string onward)
{
    ++redirections_;
    if (!calls_same_origin(request_.url, onward)) {
        request_.user.clear();
        request_.password.clear();
        request_.aws_signature.clear();
        std::erase_if(request_.headers, [](const auto& header) { return lets_in(header.first); });
    }
    request_.url = std::move(onward);
}

std::optional<Result<OutgoingResponse>> Exchange::finish(CURLcode code)
{
    if (thrown_) std::rethrow_exception(thrown_);
    if (stopped_) return fail(Errc::conflict, "it was stopped");
    if (code != CURLE_OK && !response_.cut_off) {
        // Another of its addresses may have been allowed, and taken the connection.
        if (refused_ && code == CURLE_COULDNT_CONNECT) return not_to_be_called();
        return fail(Errc::unavailable, curl_.words(code));
    }
    const auto status = curl_.status();
    char* onward = nullptr;
    curl_easy_getinfo(curl_.get(), CURLINFO_REDIRECT_URL, &onward);
    if (leads_on(status) && onward != nullptr) {
        if (redirections_ < request_.most_redirections) {
            follow(onward);
            return {};
        }
        response_.onward = onward;
    }
    response_.status = static_cast<int>(status);
    const char* ip = nullptr;
    curl_easy_getinfo(curl_.get(), CURLINFO_PRIMARY_IP, &ip);
    if (ip != nullptr && way_.proxy.empty()) response_.ip = ip;
    return std::move(response_);
}

template <class T> T Exchange::guarded(T otherwise, auto&& function) noexcept
{
    try {
        return function();
    } catch (...) {
        thrown_ = std::current_exception();
        return otherwise;
    }
}

curl_socket_t Exchange::open_socket(void* self, curlsocktype, curl_sockaddr* address)
{
    auto& exchange = *static_cast<Exchange*>(self);
    return exchange.guarded<curl_socket_t>(CURL_SOCKET_BAD, [&] {
        if (exchange.rules_.may_connect(exchange.way_, address->addr))
            return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
        exchange.refused_ = true;
        return CURL_SOCKET_BAD;
    });
}

std::size_t Exchange::give(char* into, std::size_t size, std::size_t count, void* self)
{
    auto& exchange = *static_cast<Exchange*>(self);
    return exchange.guarded<std::size_t>(CURL_READFUNC_ABORT, [&]() -> std::size_t {
        const auto& upload = exchange.streams_.upload;
        const auto whole = upload ? upload->size : exchange.request_.body.size();
        const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(size * count, whole - exchange.sent_));
        if (most == 0) return 0;
        const auto given = upload ? upload->read(exchange.sent_, {into, most})
                                  : exchange.request_.body.copy(into, most, static_cast<std::size_t>(exchange.sent_));
        exchange.sent_ += given;
        return given == 0 ? CURL_READFUNC_ABORT : given; // less than was promised
    });
}

// A connection that was closed meanwhile makes libcurl begin again on another.
int Exchange::rewind(void* self, curl_off_t offset, int origin)
{
    if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_CANTSEEK;
    static_cast<Exchange*>(self)->sent_ = static_cast<std::uint64_t>(offset);
    return CURL_SEEKFUNC_OK;
}

std::size_t Exchange::take(char* bytes, std::size_t size, std::size_t count, void* self)
{
    auto& exchange = *static_cast<Exchange*>(self);
    return exchange.guarded<std::size_t>(0, [&]() -> std::size_t {
        const std::string_view part(bytes, size * count);
        auto& response = exchange.response_;
        exchange.read_ += part.size();
        response.cut_off = exchange.read_ > exchange.request_.most_bytes;
        const auto status = exchange.curl_.status();
        if (exchange.streams_.receive && status >= 200 && status < 300) {
            if (!response.cut_off) exchange.streams_.receive(part);
        } else if (response.body.size() < exchange.request_.most_kept) {
            response.body += part.substr(0, exchange.request_.most_kept - response.body.size());
        }
        return response.cut_off ? 0 : part.size();
    });
}

std::size_t Exchange::take_header(char* bytes, std::size_t size, std::size_t count, void* self)
{
    auto& exchange = *static_cast<Exchange*>(self);
    return exchange.guarded<std::size_t>(0, [&] {
        const std::string_view line(bytes, size * count);
        auto& headers = exchange.response_.headers;
        if (line.starts_with("HTTP/")) headers.clear(); // what came before was a 100 Continue
        headers += line.substr(0, most_headers - std::min(most_headers, headers.size()));
        return line.size();
    });
}

// Not 0 ends it.
int Exchange::look_up(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    auto& exchange = *static_cast<Exchange*>(self);
    return exchange.guarded(1, [&] {
        const auto now = Clock::now();
        if (now - exchange.asked_ < std::chrono::seconds(1)) return 0;
        exchange.asked_ = now;
        exchange.stopped_ = !exchange.streams_.goes_on();
        return exchange.stopped_ ? 1 : 0;
    });
}

} // namespace cairn::http
