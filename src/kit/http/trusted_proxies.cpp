#include "http/trusted_proxies.hpp"

#include <stdexcept>
#include <vector>

#include "base/text.hpp"
#include "http/networks.hpp"

namespace cairn::http {

namespace {

// What proxies have said, the nearest one last.
std::vector<std::string_view> forwarded(const Request& request)
{
    std::vector<std::string_view> addresses;
    for (const Header& header : request.headers)
        if (text::iequals(header.name, "X-Forwarded-For"))
            for (const auto part : text::split(header.value, ',')) addresses.push_back(text::trim(part));
    if (addresses.empty())
        if (const auto real = text::trim(request.header("X-Real-IP")); !real.empty()) addresses.push_back(real);
    return addresses;
}

} // namespace

TrustedProxies::TrustedProxies(std::span<const std::string> networks, std::int64_t limit) : limit_(limit)
{
    auto known = std::make_unique<Networks>();
    for (const auto& network : networks)
        if (!known->add(network))
            throw std::invalid_argument("[security] REVERSE_PROXY_TRUSTED_PROXIES: '" + network + "' is no network");
    networks_ = std::move(known);
}

TrustedProxies::~TrustedProxies() = default;

std::string_view TrustedProxies::client(const Request& request) const
{
    if (limit_ <= 0 || !(request.has_header("X-Forwarded-For") || request.has_header("X-Real-IP"))) return request.peer;
    const auto peer = parse_address(request.peer);
    if (!peer || !networks_->contains(*peer)) return request.peer;
    const auto said = forwarded(request);
    std::string_view client = request.peer;
    std::int64_t proxies = 0;
    for (auto next = said.rbegin(); next != said.rend() && proxies < limit_; ++next, ++proxies) {
        const auto address = parse_address(*next);
        if (!address) break;
        client = *next;
        if (!networks_->contains(*address)) break;
    }
    return client;
}

} // namespace cairn::http
