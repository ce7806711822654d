// Which servers repositories may be copied from and to, as [migrations] has it. The question is asked about the address
// that is connected to: see http/reachable_hosts.hpp.
#pragma once

#include "config/content_settings.hpp"
#include "http/reachable_hosts.hpp"

namespace cairn::remotes {

class Hosts {
public:
    // Throws std::invalid_argument, with words for the operator, for settings that make no sense.
    explicit Hosts(const config::Migrations&);
    // By rules of http::ReachableHosts, for others than repositories.
    explicit Hosts(std::span<const std::string> rules);

    bool allows(std::string_view host, std::string_view ip) const
    {
        return allowed_.allows(host, ip) && !blocked_.allows(host, ip);
    }
    // Where a proxy calls it.
    bool allows_unresolved(std::string_view host) const
    {
        return allowed_.allows_unresolved(host) && !blocked_.allows_unresolved(host);
    }

private:
    http::ReachableHosts allowed_;
    http::ReachableHosts blocked_;
};

} // namespace cairn::remotes
