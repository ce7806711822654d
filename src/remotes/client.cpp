#include "remotes/client.hpp"

#include <curl/curl.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <memory>
#include <mutex>

#include "base/text.hpp"

namespace cairn::remotes {

namespace {

constexpr long connect_seconds = 20;
constexpr long silent_seconds = 60;
constexpr long most_redirections = 5;

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
    Reply reply{};
    CURL* handle = nullptr;
    std::uint64_t bytes = 0;
    bool refused = false;   // a server that may not be called
    bool too_large = false; // its answer
    bool enough = false;
    bool stopped = false;
    std::chrono::steady_clock::time_point asked = std::chrono::steady_clock::now();
    std::exception_ptr thrown{};
};

// The host that libcurl is about to connect to, which after a redirection is not the one that was asked for.
std::string current_host(CURL* handle)
{
    const char* url = nullptr;
    curl_easy_getinfo(handle, CURLINFO_EFFECTIVE_URL, &url);
    const std::unique_ptr<CURLU, void (*)(CURLU*)> parts(curl_url(), curl_url_cleanup);
    char* host = nullptr;
    if (url == nullptr || curl_url_set(parts.get(), CURLUPART_URL, url, 0) != CURLUE_OK
        || curl_url_get(parts.get(), CURLUPART_HOST, &host, 0) != CURLUE_OK)
        return {};
    const std::unique_ptr<char, void (*)(void*)> owned(host, curl_free);
    return host;
}

curl_socket_t open_socket(void* context, curlsocktype, curl_sockaddr* address)
{
    auto& exchange = *static_cast<Exchange*>(context);
    try {
        if (exchange.hosts.allows(current_host(exchange.handle), http::address_text(address->addr)))
            return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
        exchange.refused = true;
    } catch (...) {
        exchange.thrown = std::current_exception();
    }
    return CURL_SOCKET_BAD;
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
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(handle, CURLOPT_MAXREDIRS, most_redirections);
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
        curl_easy_setopt(handle, CURLOPT_POSTREDIR, static_cast<long>(CURL_REDIR_POST_ALL));
    }
    if (question.credentials.empty()) return;
    curl_easy_setopt(handle, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
    curl_easy_setopt(handle, CURLOPT_USERNAME, question.credentials.name.c_str());
    curl_easy_setopt(handle, CURLOPT_PASSWORD, question.credentials.secret.c_str());
}

std::unexpected<Error> forbidden() { return fail(Errc::forbidden, "this site does not connect to that server"); }

} // namespace

Result<Reply> Client::get(const Question& question) const
{
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    const std::unique_ptr<CURL, Close> handle(curl_easy_init());
    if (!handle) return fail(Errc::unavailable, "the server could not be asked");
    Exchange exchange{.hosts = hosts_, .question = question};
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
    const char* url = nullptr;
    const char* ip = nullptr;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(handle.get(), CURLINFO_EFFECTIVE_URL, &url);
    curl_easy_getinfo(handle.get(), CURLINFO_PRIMARY_IP, &ip);
    exchange.reply.status = static_cast<int>(status);
    if (url != nullptr) exchange.reply.url = url;
    if (ip != nullptr) exchange.reply.ip = ip;
    return std::move(exchange.reply);
}

Result<std::string> Client::resolve(const std::string& host, std::uint16_t port) const
{
    const addrinfo wanted{.ai_flags = AI_ADDRCONFIG, .ai_socktype = SOCK_STREAM};
    addrinfo* raw = nullptr;
    if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &raw) != 0)
        return fail(Errc::unavailable, "there is no server " + host);
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> found(raw, freeaddrinfo);
    for (const auto* each = found.get(); each != nullptr; each = each->ai_next)
        if (const auto ip = http::address_text(*each->ai_addr); hosts_.allows(host, ip)) return ip;
    return forbidden();
}

} // namespace cairn::remotes
