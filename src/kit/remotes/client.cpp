#include "remotes/client.hpp"

#include <curl/curl.h>
#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "http/called_address.hpp"

namespace cairn::remotes {

namespace {

constexpr long connect_seconds = 20;
constexpr long silent_seconds = 60;
constexpr int most_redirections = 5;

struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
struct Close {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};

// What libcurl calls back with. Nothing may be thrown through it.
struct Exchange {
    const Hosts& hosts;
    const Question& question;
    const std::string& host;
    std::string proxy; // not empty: it is the proxy that is connected to
    Reply reply{};
    CURL* handle = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t sent = 0;
    bool refused = false;   // a server that may not be called
    bool too_large = false; // its answer
    bool enough = false;
    bool stopped = false;
    std::chrono::steady_clock::time_point asked = std::chrono::steady_clock::now();
    std::exception_ptr thrown{};
};

curl_socket_t open_socket(void* context, curlsocktype, curl_sockaddr* address)
{
    auto& exchange = *static_cast<Exchange*>(context);
    try {
        if (!exchange.proxy.empty() || exchange.hosts.allows(exchange.host, http::address_text(address->addr)))
            return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
        exchange.refused = true;
    } catch (...) {
        exchange.thrown = std::current_exception();
    }
    return CURL_SOCKET_BAD;
}

std::size_t give_body(char* into, std::size_t size, std::size_t count, void* context)
{
    auto& exchange = *static_cast<Exchange*>(context);
    try {
        const auto left = exchange.question.put->size - exchange.sent;
        const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(size * count, left));
        const auto given = most == 0 ? 0 : exchange.question.put->read(exchange.sent, {into, most});
        exchange.sent += given;
        return given == 0 && left > 0 ? CURL_READFUNC_ABORT : given; // less than was promised
    } catch (...) {
        exchange.thrown = std::current_exception();
        return CURL_READFUNC_ABORT;
    }
}

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* context)
{
    auto& exchange = *static_cast<Exchange*>(context);
    const std::string_view part(bytes, size * count);
    try {
        long status = 0;
        curl_easy_getinfo(exchange.handle, CURLINFO_RESPONSE_CODE, &status);
        if (status >= 300 && status < 400) return part.size();
        if (exchange.question.only_head) {
            exchange.enough = true;
            return 0;
        }
        exchange.bytes += part.size();
        if (exchange.bytes > exchange.question.most_bytes) {
            exchange.too_large = true;
            return 0;
        }
        if (exchange.question.receive && status >= 200 && status < 300) exchange.question.receive(part);
        else exchange.reply.body += part;
        return part.size();
    } catch (...) {
        exchange.thrown = std::current_exception();
        return 0;
    }
}

std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* context)
{
    auto& reply = static_cast<Exchange*>(context)->reply;
    const std::string_view line(bytes, size * count);
    const auto colon = line.find(':');
    if (colon == line.npos) return line.size();
    const auto name = line.substr(0, colon);
    if (text::iequals(name, "X-Total-Count")) reply.total = text::trim(line.substr(colon + 1));
    if (text::iequals(name, "Content-Type")) reply.type = text::trim(line.substr(colon + 1));
    return line.size();
}

// Not 0 ends it.
int look_up(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    auto& exchange = *static_cast<Exchange*>(context);
    const auto now = std::chrono::steady_clock::now();
    if (now - exchange.asked < std::chrono::seconds(1)) return 0;
    exchange.asked = now;
    try {
        exchange.stopped = !exchange.question.goes_on();
    } catch (...) {
        exchange.thrown = std::current_exception();
    }
    return exchange.stopped || exchange.thrown ? 1 : 0;
}

void set_up(CURL* handle, Exchange& exchange, bool verify)
{
    const auto& question = exchange.question;
    curl_easy_setopt(handle, CURLOPT_URL, question.url.c_str());
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROXY, exchange.proxy.c_str());
    if (!exchange.proxy.empty()) curl_easy_setopt(handle, CURLOPT_NOPROXY, ""); // nor what the environment says
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "git/2 (cairn)");
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, connect_seconds);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, silent_seconds);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT, static_cast<long>(question.seconds));
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, verify ? 1L : 0L);
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, verify ? 2L : 0L);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, &exchange);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &exchange);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, &exchange);
    if (question.goes_on) {
        curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, look_up);
        curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &exchange);
    }
    if (!question.post.empty()) {
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(question.post.size()));
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, question.post.c_str());
    }
    if (question.put) {
        curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(question.put->size));
        curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_body);
        curl_easy_setopt(handle, CURLOPT_READDATA, &exchange);
    }
    if (question.credentials.empty()) return;
    curl_easy_setopt(handle, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
    curl_easy_setopt(handle, CURLOPT_USERNAME, question.credentials.name.c_str());
    curl_easy_setopt(handle, CURLOPT_PASSWORD, question.credentials.secret.c_str());
}

std::unexpected<Error> forbidden() { return fail(Errc::forbidden, "this site does not connect to that server"); }

} // namespace

Client::Client(const config::Settings& settings) : Client(settings, Hosts(settings.migrations)) { }

Client::Client(const config::Settings& settings, Hosts hosts)
    : hosts_(std::move(hosts)), verify_(!settings.migrations.skip_tls_verify)
{
    if (!settings.proxy.proxy_enabled) return;
    try {
        proxy_ = http::OutgoingProxy(settings.proxy.proxy_url, settings.proxy.proxy_hosts);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(std::string("[proxy] ") + error.what());
    }
}

// A redirection is followed here and not by libcurl, so that each host is held against the rules by its own name, and
// goes the way that is its own.
Result<Reply> Client::get(const Question& question) const
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(question.seconds);
    auto next = question;
    for (int redirections = 0;; ++redirections) {
        auto reply = TRY(ask(next, http::called_host(next.url)));
        if (reply.onward.empty()) return reply;
        if (redirections == most_redirections)
            return fail(Errc::unavailable, "the server leads from one place to the next without an end");
        if (!http::calls_same_origin(next.url, reply.onward)) {
            next.credentials = {};
            std::erase_if(next.headers, [](std::string_view line) {
                const auto name = line.substr(0, line.find(':'));
                return text::iequals(name, "Authorization") || text::iequals(name, "Cookie");
            });
        }
        next.url = reply.onward;
        next.seconds = std::chrono::ceil<std::chrono::seconds>(until - std::chrono::steady_clock::now()).count();
        if (next.seconds <= 0) return fail(Errc::unavailable, "the server does not answer: it takes too long");
    }
}

Result<Reply> Client::ask(const Question& question, const std::string& host) const
{
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    const std::unique_ptr<CURL, Close> handle(curl_easy_init());
    if (!handle) return fail(Errc::unavailable, "the server could not be asked");
    Exchange exchange{.hosts = hosts_, .question = question, .host = host, .proxy = std::string(proxy_.for_host(host))};
    if (!exchange.proxy.empty() && !hosts_.allows_unresolved(host)) return forbidden();
    exchange.handle = handle.get();
    set_up(handle.get(), exchange, verify_);
    std::unique_ptr<curl_slist, FreeList> headers;
    for (const auto& line : question.headers) {
        auto* longer = curl_slist_append(headers.get(), line.c_str());
        if (longer == nullptr) return fail(Errc::unavailable, "the server could not be asked");
        static_cast<void>(headers.release());
        headers.reset(longer);
    }
    curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
    const auto code = curl_easy_perform(handle.get());
    if (exchange.thrown) std::rethrow_exception(exchange.thrown);
    if (exchange.stopped) return fail(Errc::conflict, "it was stopped");
    if (code != CURLE_OK && exchange.refused) return forbidden();
    if (exchange.too_large) return fail(Errc::too_large, "the server's answer is too large");
    if (code != CURLE_OK && !exchange.enough)
        return fail(Errc::unavailable, std::string("the server does not answer: ") + curl_easy_strerror(code));
    long status = 0;
    const char* ip = nullptr;
    char* onward = nullptr;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(handle.get(), CURLINFO_PRIMARY_IP, &ip);
    curl_easy_getinfo(handle.get(), CURLINFO_REDIRECT_URL, &onward);
    auto& reply = exchange.reply;
    reply.status = static_cast<int>(status);
    reply.url = question.url;
    if (status >= 300 && status < 400 && onward != nullptr) reply.onward = onward;
    reply.proxy = exchange.proxy;
    if (ip != nullptr && reply.proxy.empty()) reply.ip = ip;
    return std::move(reply);
}

Result<> Client::check(const Address& address) const
{
    if (address.scheme == "git" || proxy_.for_host(address.host).empty()) {
        TRY(resolve(address.host, address.port));
        return {};
    }
    if (!hosts_.allows_unresolved(address.host)) return forbidden();
    return {};
}

Result<std::vector<std::string>> Client::resolve(const std::string& host, std::uint16_t port) const
{
    const addrinfo wanted{.ai_flags = AI_ADDRCONFIG, .ai_socktype = SOCK_STREAM};
    addrinfo* raw = nullptr;
    if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &raw) != 0)
        return fail(Errc::unavailable, "there is no server " + host);
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> found(raw, freeaddrinfo);
    std::vector<std::string> allowed;
    for (const auto* each = found.get(); each != nullptr; each = each->ai_next)
        if (auto ip = http::address_text(*each->ai_addr); hosts_.allows(host, ip)) allowed.push_back(std::move(ip));
    if (allowed.empty()) return forbidden();
    return allowed;
}

} // namespace cairn::remotes
