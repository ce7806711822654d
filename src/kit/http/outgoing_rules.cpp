#include "http/outgoing_rules.hpp"

#include <netdb.h>
#include <sys/socket.h>

#include <memory>

#include "http/called_address.hpp"

namespace cairn::http {

std::unexpected<Error> not_to_be_called() { return fail(Errc::forbidden, "this site does not connect to that server"); }

Result<OutgoingWay> OutgoingRules::way_to(const std::string& url) const
{
    OutgoingWay way{.host = called_host(url), .proxy = {}};
    way.proxy = proxy.for_host(way.host);
    if (hosts && !way.proxy.empty() && !hosts->allows_unresolved(way.host)) return not_to_be_called();
    return way;
}

bool OutgoingRules::may_connect(const OutgoingWay& way, const sockaddr& address) const
{
    return !hosts || !way.proxy.empty() || hosts->allows(way.host, address_text(address));
}

Result<std::vector<std::string>> OutgoingRules::resolve(const std::string& host, std::uint16_t port) const
{
    const addrinfo wanted{.ai_flags = AI_ADDRCONFIG, .ai_socktype = SOCK_STREAM};
    addrinfo* raw = nullptr;
    if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &raw) != 0)
        return fail(Errc::unavailable, "there is no server " + host);
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> found(raw, freeaddrinfo);
    const OutgoingWay direct{.host = host, .proxy = {}};
    std::vector<std::string> allowed;
    for (const auto* each = found.get(); each != nullptr; each = each->ai_next)
        if (may_connect(direct, *each->ai_addr)) allowed.push_back(address_text(*each->ai_addr));
    if (allowed.empty()) return not_to_be_called();
    return allowed;
}

Result<> OutgoingRules::check(const std::string& host, std::uint16_t port, bool by_proxy) const
{
    if (!by_proxy || proxy.for_host(host).empty()) {
        TRY(resolve(host, port));
        return {};
    }
    if (hosts && !hosts->allows_unresolved(host)) return not_to_be_called();
    return {};
}

} // namespace cairn::http
