#include "http/called_address.hpp"

#include <curl/curl.h>

#include <memory>

#include "base/text.hpp"

namespace cairn::http {

namespace {

struct FreeUrl {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
struct FreeText {
    void operator()(char* text) const { curl_free(text); }
};

std::string part_of(const std::string& url, CURLUPart part)
{
    const std::unique_ptr<CURLU, FreeUrl> parsed(curl_url());
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) return {};
    char* raw = nullptr;
    if (curl_url_get(parsed.get(), part, &raw, CURLU_DEFAULT_PORT) != CURLUE_OK) return {};
    const std::unique_ptr<char, FreeText> text(raw);
    return text::to_lower(text.get());
}

} // namespace

std::string called_host(const std::string& url)
{
    auto host = part_of(url, CURLUPART_HOST);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    return host;
}

bool calls_same_origin(const std::string& one, const std::string& other)
{
    for (const auto part : {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT}) {
        const auto wanted = part_of(one, part);
        if (wanted.empty() || wanted != part_of(other, part)) return false;
    }
    return true;
}

} // namespace cairn::http
