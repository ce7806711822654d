// Networks as operators write them, and whether an address is in one of them.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::http {

// Never changes once it is made: any thread may ask.
class Networks {
public:
    // 10.0.0.0/8, fd00::/8, a single address, or * for all. False for what is none of these.
    bool add(const std::string& text);

    // An IPv4 address in IPv6's clothes is the IPv4 address.
    bool contains(const boost::asio::ip::address&) const;

private:
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
    bool all_ = false;
};

// Nothing for what is no address, or one that is bound to an interface.
std::optional<boost::asio::ip::address> parse_address(std::string_view);

} // namespace cairn::http
