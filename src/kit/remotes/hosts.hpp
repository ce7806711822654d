// Which servers repositories may be copied from and to, as [migrations] has it. The question is asked about the address
// that is connected to: see http/outgoing_rules.hpp.
#pragma once

#include "config/content_settings.hpp"
#include "http/reachable_hosts.hpp"

namespace cairn::remotes {

class Hosts : public http::ReachableHosts {
public:
    // Throws std::invalid_argument, with words for the operator, for settings that make no sense.
    explicit Hosts(const config::Migrations&);
    // By rules of http::ReachableHosts, for others than repositories.
    explicit Hosts(std::span<const std::string> rules);
};

} // namespace cairn::remotes
