#include "http/curl.hpp"

#include <new>
#include <stdexcept>

namespace cairn::http {

void append(CurlList& list, const std::string& line)
{
    auto* longer = curl_slist_append(list.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(list.release());
    list.reset(longer);
}

void start_curl()
{
    static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (!ready) throw std::runtime_error("libcurl does not start");
}

Curl::Curl() : words_(std::make_unique<Words>())
{
    start_curl();
    easy_.reset(curl_easy_init());
    if (!easy_) throw std::bad_alloc();
    reset();
}

void Curl::reset()
{
    curl_easy_reset(easy_.get());
    words_->front() = 0;
    set(CURLOPT_ERRORBUFFER, words_->data());
    set(CURLOPT_NOSIGNAL, 1L); // there are other threads
}

long Curl::status() const
{
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
}

std::string Curl::words(CURLcode code) const
{
    return words_->front() != 0 ? words_->data() : curl_easy_strerror(code);
}

} // namespace cairn::http
