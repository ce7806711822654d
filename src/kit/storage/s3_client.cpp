#include "storage/s3_client.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <exception>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "storage/storage.hpp"

namespace cairn::storage {

namespace {

constexpr long connect_seconds = 10;
constexpr long silent_seconds = 60; // a transfer that stands still for so long has failed
constexpr std::size_t most_idle = 32;
constexpr std::size_t longest_words = 1U << 20; // of an answer that nobody receives

struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeList>;

// A request while libcurl works on it. Nothing may be thrown through libcurl, so it is kept until that is done.
struct Exchange {
    const S3Request& request;
    S3Answer answer{};
    CURL* handle = nullptr;
    std::size_t sent = 0;
    std::exception_ptr thrown{};
};

std::size_t give(char* into, std::size_t size, std::size_t count, void* context)
{
    auto& exchange = *static_cast<Exchange*>(context);
    const auto part = exchange.request.body.substr(exchange.sent, size * count);
    std::memcpy(into, part.data(), part.size());
    exchange.sent += part.size();
    return part.size();
}

// A connection that was closed meanwhile makes libcurl begin again on another.
int rewind(void* context, curl_off_t offset, int origin)
{
    if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
    static_cast<Exchange*>(context)->sent = static_cast<std::size_t>(offset);
    return CURL_SEEKFUNC_OK;
}

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* context)
{
    auto& exchange = *static_cast<Exchange*>(context);
    const std::string_view part(bytes, size * count);
    try {
        long status = 0;
        curl_easy_getinfo(exchange.handle, CURLINFO_RESPONSE_CODE, &status);
        if (exchange.request.receive && status >= 200 && status < 300) {
            exchange.request.receive(part);
        } else {
            if (exchange.answer.body.size() + part.size() > longest_words) return 0;
            exchange.answer.body += part;
        }
        return part.size();
    } catch (...) {
        exchange.thrown = std::current_exception();
        return 0;
    }
}

std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* context)
{
    auto& answer = static_cast<Exchange*>(context)->answer;
    const std::string_view line(bytes, size * count);
    const auto colon = line.find(':');
    if (colon == line.npos) return line.size();
    const auto name = line.substr(0, colon);
    const auto value = text::trim(line.substr(colon + 1));
    if (text::iequals(name, "ETag")) answer.etag = value;
    if (text::iequals(name, "Content-Length"))
        if (const auto length = text::parse_integer(value, 0)) answer.length = static_cast<std::uint64_t>(*length);
    return line.size();
}

} // namespace

// A handle of libcurl for as long as a request takes.
class S3Client::Lease {
public:
    explicit Lease(S3Client& client) : client_(client), handle_(client.take()) { }
    ~Lease() { client_.give_back(handle_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    CURL* get() const { return handle_; }

private:
    S3Client& client_;
    void* handle_;
};

S3Client::S3Client(const config::Storage& settings)
    : address_((settings.minio_use_ssl ? "https://" : "http://") + settings.minio_endpoint + "/"
               + settings.minio_bucket),
      credentials_(settings.minio_access_key_id + ":" + settings.minio_secret_access_key),
      signature_("aws:amz:" + settings.minio_location + ":s3")
{
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

S3Client::~S3Client()
{
    for (auto* handle : idle_) curl_easy_cleanup(handle);
}

void* S3Client::take()
{
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto* handle = idle_.back();
            idle_.pop_back();
            return handle;
        }
    }
    auto* handle = curl_easy_init();
    if (handle == nullptr) throw StorageError("libcurl cannot be used");
    return handle;
}

void S3Client::give_back(void* handle) noexcept
{
    curl_easy_reset(handle);
    const std::lock_guard lock(mutex_);
    if (idle_.size() < most_idle) idle_.push_back(handle);
    else curl_easy_cleanup(handle);
}

S3Answer S3Client::send(const S3Request& request)
{
    const Lease lease(*this);
    auto* curl = lease.get();
    Exchange exchange{.request = request, .handle = curl};
    const auto url = address_ + (request.path.empty() ? "" : "/" + request.path)
        + (request.query.empty() ? "" : "?" + request.query);
    const std::string method(request.method);
    // No header may be taken away here ("Expect:"): libcurl would sign it as an empty one and not send it.
    const HeaderList headers(curl_slist_append(nullptr, "x-amz-content-sha256: UNSIGNED-PAYLOAD"));

    curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, connect_seconds);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, silent_seconds);
    curl_easy_setopt(curl, CURLOPT_AWS_SIGV4, signature_.c_str());
    curl_easy_setopt(curl, CURLOPT_USERPWD, credentials_.c_str());
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
    if (!request.range.empty()) curl_easy_setopt(curl, CURLOPT_RANGE, request.range.c_str());
    if (method == "HEAD") curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    if (method == "PUT" || method == "POST") {
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, &give);
        curl_easy_setopt(curl, CURLOPT_READDATA, &exchange);
        curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, &rewind);
        curl_easy_setopt(curl, CURLOPT_SEEKDATA, &exchange);
    }
    if (method == "POST" || method == "DELETE") curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method.c_str());

    const auto code = curl_easy_perform(curl);
    if (exchange.thrown) std::rethrow_exception(exchange.thrown);
    if (code != CURLE_OK)
        throw StorageError("the S3 server cannot be reached: " + std::string(curl_easy_strerror(code)));
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &exchange.answer.status);
    return std::move(exchange.answer);
}

} // namespace cairn::storage
