#include "webhooks/transfers.hpp"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "http/called_address.hpp"

namespace cairn::webhooks {

namespace {

constexpr int most_redirects = 5;
constexpr std::size_t most_kept = 64 * 1024; // of an answer's headers, and of its body
constexpr std::size_t most_read = 8 * 1024 * 1024;

struct EasyDeleter {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

// 303 is none: it leads to something that tells of what was received.
bool is_redirect(long status) { return status == 301 || status == 302 || status == 307 || status == 308; }

} // namespace

struct Transfers::Transfer {
    std::int64_t id = 0;
    OutgoingCall call;
    const http::ReachableHosts* hosts = nullptr;
    bool through_proxy = false; // then it is the proxy that is connected to
    std::string host;
    std::unique_ptr<CURL, EasyDeleter> easy;
    std::unique_ptr<curl_slist, ListDeleter> headers;
    std::array<char, CURL_ERROR_SIZE> words{};
    bool refused = false; // the address is not among those that may be called
    int redirects = 0;
    std::size_t read = 0;
    CallOutcome outcome;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

    std::chrono::milliseconds elapsed() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    }

    // Asked by curl for each address that it is about to connect to.
    static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* address)
    {
        auto& transfer = *static_cast<Transfer*>(self);
        if (!transfer.through_proxy && !transfer.hosts->allows(transfer.host, http::address_text(address->addr))) {
            transfer.refused = true;
            return CURL_SOCKET_BAD;
        }
        return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    }

    static std::size_t keep(const char* data, std::size_t, std::size_t length, void* self)
    {
        auto& transfer = *static_cast<Transfer*>(self);
        auto& body = transfer.outcome.body;
        body.append(data, std::min(length, most_kept - std::min(most_kept, body.size())));
        transfer.read += length;
        return transfer.read > most_read ? 0 : length;
    }

    static std::size_t keep_header(const char* data, std::size_t, std::size_t length, void* self)
    {
        auto& headers = static_cast<Transfer*>(self)->outcome.headers;
        headers.append(data, std::min(length, most_kept - std::min(most_kept, headers.size())));
        return length;
    }
};

struct Transfers::State {
    Options options;
    CURLM* multi = nullptr;
    std::map<CURL*, std::unique_ptr<Transfer>> transfers{};

    void start(std::unique_ptr<Transfer> transfer)
    {
        transfer->easy.reset(curl_easy_init());
        if (!transfer->easy) throw std::runtime_error("curl does not start");
        transfer->host = http::called_host(transfer->call.url);
        curl_slist* headers = nullptr;
        for (const auto& [name, value] : transfer->call.headers)
            headers = curl_slist_append(headers, (value.empty() ? name + ";" : name + ": " + value).c_str());
        if (!transfer->call.authorization.empty())
            headers = curl_slist_append(headers, ("Authorization: " + transfer->call.authorization).c_str());
        headers = curl_slist_append(headers, "Expect:");
        transfer->headers.reset(headers);

        CURL* easy = transfer->easy.get();
        const auto set = [&](CURLoption option, auto value) { curl_easy_setopt(easy, option, value); };
        set(CURLOPT_URL, transfer->call.url.c_str());
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_CUSTOMREQUEST, transfer->call.method.c_str());
        set(CURLOPT_POSTFIELDS, transfer->call.body.data());
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(transfer->call.body.size()));
        set(CURLOPT_HTTPHEADER, headers);
        set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::open_socket);
        set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(transfer.get()));
        set(CURLOPT_WRITEFUNCTION, &Transfer::keep);
        set(CURLOPT_WRITEDATA, static_cast<void*>(transfer.get()));
        set(CURLOPT_HEADERFUNCTION, &Transfer::keep_header);
        set(CURLOPT_HEADERDATA, static_cast<void*>(transfer.get()));
        set(CURLOPT_ERRORBUFFER, transfer->words.data());
        const auto left = options.timeout - transfer->elapsed();
        set(CURLOPT_TIMEOUT_MS, std::max<long>(1, static_cast<long>(left.count())));
        set(CURLOPT_NOSIGNAL, 1L);
        const std::string proxy(options.proxy.for_host(transfer->host));
        set(CURLOPT_PROXY, proxy.c_str());
        set(CURLOPT_NOPROXY, proxy.empty() ? "*" : ""); // nor what the environment says
        // A connection that was opened for one hook is not used for another: its address was checked for that one.
        set(CURLOPT_FORBID_REUSE, 1L);
        if (!options.verify_tls) {
            set(CURLOPT_SSL_VERIFYPEER, 0L);
            set(CURLOPT_SSL_VERIFYHOST, 0L);
        }
        transfer->through_proxy = !proxy.empty();
        if (transfer->through_proxy && !options.hosts.allows_unresolved(transfer->host)) {
            transfer->refused = true;
            set(CURLOPT_PROTOCOLS_STR, "file"); // so that the call ends before it begins
        }
        if (curl_multi_add_handle(multi, easy) != CURLM_OK) throw std::runtime_error("curl takes no further call");
        transfers.emplace(easy, std::move(transfer));
    }

    std::unique_ptr<Transfer> take(CURL* easy)
    {
        curl_multi_remove_handle(multi, easy);
        return std::move(transfers.extract(easy).mapped());
    }

    // The outcome, or nothing when it goes on elsewhere. A redirect is followed here and not by curl, so that each
    // address is checked under the name that it was found by.
    std::unique_ptr<Transfer> finish(CURL* easy, CURLcode code)
    {
        auto transfer = take(easy);
        long status = 0;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        char* onward = nullptr;
        curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &onward);
        if (code == CURLE_OK && is_redirect(status) && onward != nullptr && transfer->redirects < most_redirects) {
            const std::string target = onward;
            if (!http::calls_same_origin(transfer->call.url, target)) transfer->call.authorization.clear();
            transfer->call.url = target;
            transfer->redirects += 1;
            transfer->outcome = {};
            transfer->read = 0;
            start(std::move(transfer));
            return nullptr;
        }
        auto& outcome = transfer->outcome;
        outcome.duration = transfer->elapsed();
        // Whoever answers at too great length has answered.
        const bool answered = code == CURLE_OK || (code == CURLE_WRITE_ERROR && transfer->read > most_read);
        if (answered) outcome.status = static_cast<int>(status);
        else if (transfer->refused) outcome.error = "[webhook] ALLOWED_HOST_LIST does not have the address";
        else outcome.error = transfer->words[0] != 0 ? transfer->words.data() : curl_easy_strerror(code);
        return transfer;
    }
};

Transfers::Transfers(Options options)
{
    static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    state_ = std::make_unique<State>(State{.options = std::move(options)});
    state_->multi = ready ? curl_multi_init() : nullptr;
    if (state_->multi == nullptr) throw std::runtime_error("curl does not start");
}

Transfers::~Transfers()
{
    for (const auto& [easy, transfer] : state_->transfers) curl_multi_remove_handle(state_->multi, easy);
    state_->transfers.clear();
    curl_multi_cleanup(state_->multi);
}

void Transfers::begin(std::int64_t id, OutgoingCall call)
{
    auto transfer = std::make_unique<Transfer>();
    transfer->id = id;
    transfer->call = std::move(call);
    transfer->hosts = &state_->options.hosts;
    state_->start(std::move(transfer));
}

std::size_t Transfers::under_way() const { return state_->transfers.size(); }

std::vector<std::pair<std::int64_t, CallOutcome>> Transfers::work(std::chrono::milliseconds at_most)
{
    int running = 0;
    curl_multi_perform(state_->multi, &running);
    std::vector<std::pair<std::int64_t, CallOutcome>> over;
    const auto collect = [&] {
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(state_->multi, &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            if (auto transfer = state_->finish(message->easy_handle, message->data.result))
                over.emplace_back(transfer->id, std::move(transfer->outcome));
        }
    };
    collect();
    if (!over.empty()) return over;
    curl_multi_poll(state_->multi, nullptr, 0, static_cast<int>(at_most.count()), nullptr);
    curl_multi_perform(state_->multi, &running);
    collect();
    return over;
}

void Transfers::wake() { curl_multi_wakeup(state_->multi); }

} // namespace cairn::webhooks
