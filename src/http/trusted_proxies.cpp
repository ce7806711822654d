#include "http/trusted_proxies.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/text.hpp"

namespace cairn::http {

namespace ip = boost::asio::ip;

struct TrustedProxies::Networks {
    std::vector<ip::network_v4> v4;
    std::vector<ip::network_v6> v6;
    bool all = false;

    void add(const std::string& text)
    {
        if (text == "*") {
            all = true;
            return;
        }
        boost::system::error_code error;
        const bool is_v6 = text.find(':') != text.npos;
        const bool whole = text.find('/') != text.npos;
        if (is_v6) v6.push_back(ip::make_network_v6(whole ? text : text + "/128", error));
        else v4.push_back(ip::make_network_v4(whole ? text : text + "/32", error));
        if (error)
            throw std::invalid_argument("[security] REVERSE_PROXY_TRUSTED_PROXIES: '" + text + "' is no network");
    }

    bool contains(const ip::address& address) const
    {
        if (all) return true;
        if (address.is_v6() && address.to_v6().is_v4_mapped())
            return contains(ip::make_address_v4(ip::v4_mapped, address.to_v6()));
        if (address.is_v4())
            return std::ranges::any_of(
                v4, [&](const auto& network) { return network.canonical() == network_of(address.to_v4(), network); });
        return std::ranges::any_of(
            v6, [&](const auto& network) { return network.canonical() == network_of(address.to_v6(), network); });
    }

private:
    template <class Address, class Network> static Network network_of(const Address& address, const Network& like)
    {
        return Network(address, like.prefix_length()).canonical();
    }
};

namespace {

std::optional<ip::address> parse(std::string_view text)
{
    boost::system::error_code error;
    auto address = ip::make_address(std::string(text), error);
    if (error || (address.is_v6() && address.to_v6().scope_id() != 0)) return {};
    return address;
}

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
    for (const auto& network : networks) known->add(network);
    networks_ = std::move(known);
}

TrustedProxies::~TrustedProxies() = default;

std::string_view TrustedProxies::client(const Request& request) const
{
    if (limit_ <= 0 || !(request.has_header("X-Forwarded-For") || request.has_header("X-Real-IP"))) return request.peer;
    const auto peer = parse(request.peer);
    if (!peer || !networks_->contains(*peer)) return request.peer;
    const auto said = forwarded(request);
    std::string_view client = request.peer;
    std::int64_t proxies = 0;
    for (auto next = said.rbegin(); next != said.rend() && proxies < limit_; ++next, ++proxies) {
        const auto address = parse(*next);
        if (!address) break;
        client = *next;
        if (!networks_->contains(*address)) break;
    }
    return client;
}

} // namespace cairn::http
