// The proxy by which other servers are called, where a site has one, and which of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/glob.hpp"

namespace cairn::http {

// Never changes once it is made: any thread may ask.
class OutgoingProxy {
public:
    OutgoingProxy() = default; // none
    // `hosts` are names, with * in them or not; none: all. Throws std::invalid_argument, with words for the operator.
    OutgoingProxy(std::string url, std::span<const std::string> hosts);

    // Its address, for a call to `host`; empty: the host is called directly.
    std::string_view for_host(std::string_view host) const;

private:
    std::string url_;
    std::vector<Glob> hosts_;
};

} // namespace cairn::http
