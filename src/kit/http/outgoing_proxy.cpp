#include "http/outgoing_proxy.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/text.hpp"

namespace cairn::http {

OutgoingProxy::OutgoingProxy(std::string url, std::span<const std::string> hosts) : url_(std::move(url))
{
    constexpr std::array schemes{"http://", "https://", "socks5://", "socks5h://"};
    const auto lower = text::to_lower(url_);
    if (!url_.empty()
        && std::ranges::none_of(schemes, [&](std::string_view scheme) { return lower.starts_with(scheme); }))
        throw std::invalid_argument("PROXY_URL is no address such as http://proxy.example.org:3128");
    for (const auto& host : hosts) {
        auto pattern = Glob::parse(text::to_lower(host), "");
        if (!pattern) throw std::invalid_argument("PROXY_HOSTS: '" + host + "' is no name of a host");
        hosts_.push_back(std::move(*pattern));
    }
}

std::string_view OutgoingProxy::for_host(std::string_view host) const
{
    const auto name = text::to_lower(host);
    const bool is_meant =
        hosts_.empty() || std::ranges::any_of(hosts_, [&](const Glob& pattern) { return pattern.matches(name); });
    return is_meant ? std::string_view(url_) : std::string_view();
}

} // namespace cairn::http
