// Who really asks when a proxy stands in front: what X-Forwarded-For says is believed only where a trusted proxy says
// it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace cairn::http {

class Networks;

// Never changes once it is made: any thread may ask.
class TrustedProxies {
public:
    // Networks as 10.0.0.0/8, fd00::/8, a single address, or * for all. At most `limit` proxies stand one behind the
    // other; with 0 none is believed. Throws std::invalid_argument for what is no network.
    TrustedProxies(std::span<const std::string> networks, std::int64_t limit);
    ~TrustedProxies();

    // The client's address: the connection's own, or the one that the outermost trusted proxy has seen. Asking again
    // with that one in the request's place gives the same. A view into the request.
    std::string_view client(const Request&) const;

private:
    std::unique_ptr<const Networks> networks_;
    std::int64_t limit_;
};

} // namespace cairn::http
