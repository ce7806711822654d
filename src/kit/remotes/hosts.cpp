#include "remotes/hosts.hpp"

namespace cairn::remotes {

namespace {

std::vector<std::string> allowed(const config::Migrations& settings)
{
    auto rules = settings.allowed_domains;
    if (rules.empty()) rules.emplace_back("external");
    if (settings.allow_localnetworks) rules.insert(rules.end(), {"private", "loopback", "169.254.0.0/16", "fe80::/10"});
    return rules;
}

} // namespace

Hosts::Hosts(const config::Migrations& settings) : ReachableHosts(allowed(settings), settings.blocked_domains) { }

Hosts::Hosts(std::span<const std::string> rules) : ReachableHosts(rules) { }

} // namespace cairn::remotes
