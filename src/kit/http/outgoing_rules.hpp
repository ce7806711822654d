// The one place that decides whom this server calls, and by which way.
//
// A call is held against the rules twice: its host's name before it begins, where a proxy makes the call and will
// resolve the name itself; and otherwise every address, in the moment in which it is connected to. So a name cannot
// lead to another address between the question and the call, and where one address of a name is not allowed the others
// are tried. A redirection is a call of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "http/outgoing_proxy.hpp"
#include "http/reachable_hosts.hpp"

namespace cairn::http {

// Errc::forbidden.
std::unexpected<Error> not_to_be_called();

// The way to one host.
struct OutgoingWay {
    std::string host;  // as libcurl would call it
    std::string proxy; // not empty: this is what is connected to
};

// Unchanging, and safe from any thread.
struct OutgoingRules {
    // Nothing: everybody, for addresses that only the operator can choose.
    std::optional<ReachableHosts> hosts{};
    OutgoingProxy proxy{};
    // Where `proxy` names none, the one of the environment is used (http_proxy, no_proxy and so on). Only without
    // `hosts`.
    bool environment_proxy = false;
    bool verify_tls = true;

    // Errc::forbidden where it is certain already that the host is not to be called, or the URL has none.
    Result<OutgoingWay> way_to(const std::string& url) const;

    // Whether a socket to the address may be opened on that way.
    bool may_connect(const OutgoingWay&, const sockaddr&) const;

    // The addresses of a host that may be called, in the order in which to try them, for those who connect by other
    // means than http::Client; at least one. Errc::forbidden if there are none, Errc::unavailable for a name that does
    // not exist.
    Result<std::vector<std::string>> resolve(const std::string& host, std::uint16_t port) const;

    // Whether a server may be called, as far as that can be told before it is. The same errors.
    Result<> check(const std::string& host, std::uint16_t port, bool by_proxy) const;
};

} // namespace cairn::http
