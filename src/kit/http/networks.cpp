#include "http/networks.hpp"

#include <algorithm>

namespace cairn::http {

namespace ip = boost::asio::ip;

namespace {

template <class Address, class Network> bool is_in(const Address& address, const Network& network)
{
    return network.canonical() == Network(address, network.prefix_length()).canonical();
}

} // namespace

bool Networks::add(const std::string& text)
{
    if (text == "*") return all_ = true;
    boost::system::error_code error;
    const bool whole = text.find('/') != text.npos;
    if (text.find(':') != text.npos) {
        const auto network = ip::make_network_v6(whole ? text : text + "/128", error);
        if (!error) v6_.push_back(network);
    } else {
        const auto network = ip::make_network_v4(whole ? text : text + "/32", error);
        if (!error) v4_.push_back(network);
    }
    return !error;
}

bool Networks::contains(const ip::address& address) const
{
    if (all_) return true;
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return contains(ip::make_address_v4(ip::v4_mapped, address.to_v6()));
    if (address.is_v4())
        return std::ranges::any_of(v4_, [&](const auto& network) { return is_in(address.to_v4(), network); });
    return std::ranges::any_of(v6_, [&](const auto& network) { return is_in(address.to_v6(), network); });
}

std::optional<ip::address> parse_address(std::string_view text)
{
    boost::system::error_code error;
    auto address = ip::make_address(std::string(text), error);
    if (error || (address.is_v6() && address.to_v6().scope_id() != 0)) return {};
    return address;
}

} // namespace cairn::http
