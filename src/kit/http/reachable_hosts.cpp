#include "http/reachable_hosts.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/glob.hpp"
#include "base/text.hpp"
#include "http/networks.hpp"

namespace cairn::http {

namespace ip = boost::asio::ip;

namespace {

Networks networks(std::initializer_list<const char*> all)
{
    Networks made;
    for (const auto* network : all) made.add(network);
    return made;
}

const Networks& private_networks()
{
    static const auto all = networks({"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"});
    return all;
}

// What IANA's registries of special addresses do not call globally reachable, and what carries an IPv4 address within
// an IPv6 one: a translator would lead to that address.
const Networks& not_on_the_internet()
{
    static const auto all = networks(
        {"0.0.0.0/8",      "10.0.0.0/8",   "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16", "172.16.0.0/12",
         "192.0.0.0/24",   "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",  "198.51.100.0/24",
         "203.0.113.0/24", "224.0.0.0/4",  "240.0.0.0/4",    "::/96",          "64:ff9b::/96",   "64:ff9b:1::/48",
         "100::/64",       "2001::/23",    "2001:db8::/32",  "2002::/16",      "3fff::/20",      "5f00::/16",
         "fc00::/7",       "fe80::/10",    "fec0::/10",      "ff00::/8"});
    return all;
}

// Whether a name is one of a zone that is on no server of the internet, or of none at all.
bool is_local_name(std::string_view name)
{
    constexpr std::array zones{".local", ".internal", ".intranet", ".private", ".corp", ".home", ".lan", ".home.arpa"};
    return name.find('.') == name.npos
        || std::ranges::any_of(zones, [&](std::string_view zone) { return name.ends_with(zone); });
}

// 127.1 and 0x7f000001 are addresses for many a resolver, and no zone of names is a number.
bool ends_in_number(std::string_view name)
{
    auto last = name.substr(name.rfind('.') + 1);
    if (!last.starts_with("0x")) return last.find_first_not_of("0123456789") == last.npos;
    last.remove_prefix(2);
    return last.find_first_not_of("0123456789abcdef") == last.npos;
}

bool is_localhost(std::string_view name) { return name == "localhost" || name.ends_with(".localhost"); }

} // namespace

struct ReachableHosts::Rules {
    bool external = false;
    bool private_ = false;
    bool loopback = false;
    bool all = false;
    Networks networks;
    std::vector<Glob> names;

    void add(const std::string& rule)
    {
        const auto word = text::to_lower(rule);
        if (word == "external") external = true;
        else if (word == "private") private_ = true;
        else if (word == "loopback") loopback = true;
        else if (word == "*") all = true;
        else if (!networks.add(word)) add_name(word);
    }

    bool names_host(std::string_view name) const
    {
        return std::ranges::any_of(names, [&](const Glob& pattern) { return pattern.matches(name); });
    }

    static std::unique_ptr<const Rules> of(std::span<const std::string> all_of_them)
    {
        auto made = std::make_unique<Rules>();
        for (const auto& rule : all_of_them) made->add(rule);
        return made;
    }

    bool has(std::string_view host, std::string_view address) const
    {
        if (all || names_host(text::to_lower(host))) return true;
        const auto parsed = parse_address(address);
        return parsed && has(*parsed);
    }

    bool has_unresolved(std::string_view host) const
    {
        if (is_address(host)) return has(host, host);
        auto name = text::to_lower(host);
        while (name.ends_with('.')) name.pop_back(); // the root of all names
        if (all || names_host(name)) return true;
        if (ends_in_number(name)) return false;
        if (is_localhost(name)) return loopback;
        return is_local_name(name) ? private_ : external;
    }

private:
    bool has(const ip::address& address) const
    {
        if (address.is_v6() && address.to_v6().is_v4_mapped())
            return has(ip::make_address_v4(ip::v4_mapped, address.to_v6()));
        return (loopback && address.is_loopback()) || (private_ && private_networks().contains(address))
            || (external && !not_on_the_internet().contains(address)) || networks.contains(address);
    }

    void add_name(const std::string& pattern)
    {
        auto name = Glob::parse(pattern, "");
        if (!name || pattern.find('/') != pattern.npos)
            throw std::invalid_argument("'" + pattern + "' is no network and no name of a host");
        names.push_back(std::move(*name));
    }
};

ReachableHosts::ReachableHosts(std::span<const std::string> rules, std::span<const std::string> blocked)
    : rules_(Rules::of(rules)), blocked_(Rules::of(blocked))
{
}

ReachableHosts::~ReachableHosts() = default;
ReachableHosts::ReachableHosts(ReachableHosts&&) noexcept = default;
ReachableHosts& ReachableHosts::operator=(ReachableHosts&&) noexcept = default;

bool ReachableHosts::allows(std::string_view host, std::string_view address) const
{
    return rules_->has(host, address) && !blocked_->has(host, address);
}

bool ReachableHosts::allows_unresolved(std::string_view host) const
{
    return rules_->has_unresolved(host) && !blocked_->has_unresolved(host);
}

bool is_address(std::string_view host) { return parse_address(host).has_value(); }

std::string address_text(const sockaddr& address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    const void* bytes = nullptr;
    if (address.sa_family == AF_INET) bytes = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    if (address.sa_family == AF_INET6) bytes = &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    if (bytes == nullptr || inet_ntop(address.sa_family, bytes, text.data(), text.size()) == nullptr) return {};
    return text.data();
}

} // namespace cairn::http
