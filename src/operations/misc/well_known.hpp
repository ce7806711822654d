// What programs ask a site about before they know anything of it: who an address belongs to (WebFinger, RFC 7033), what
// runs here (NodeInfo), what may be read by robots (RFC 9309), and whom to tell of a hole (RFC 9116).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

namespace cairn::api {
class View;
} // namespace cairn::api
namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::misc {

struct WebFingerLink {
    std::string rel;
    std::string type;
    std::string href;
};
BOOST_DESCRIBE_STRUCT(WebFingerLink, (), (rel, type, href))
constexpr auto notes(const WebFingerLink*) { return std::array{Note{.member = "type", .omit_empty = true}}; }

struct WebFinger {
    std::string subject;
    std::vector<std::string> aliases;
    std::vector<WebFingerLink> links;
};
BOOST_DESCRIBE_STRUCT(WebFinger, (), (subject, aliases, links))

// Of acct:name@host, or the address of a profile. bad_request for anything else, and for another host; not_found for
// nobody whom the caller may see.
Result<WebFinger> finger(const api::View&, std::string_view resource);

struct NodeInfoSoftware {
    std::string name;
    std::string version;
};
BOOST_DESCRIBE_STRUCT(NodeInfoSoftware, (), (name, version))
struct NodeInfoServices {
    std::vector<std::string> inbound;
    std::vector<std::string> outbound;
};
BOOST_DESCRIBE_STRUCT(NodeInfoServices, (), (inbound, outbound))
struct NodeInfoUsers {
    std::int64_t total = 0;
};
BOOST_DESCRIBE_STRUCT(NodeInfoUsers, (), (total))
struct NodeInfoUsage {
    NodeInfoUsers users;
};
BOOST_DESCRIBE_STRUCT(NodeInfoUsage, (), (users))
struct NodeInfo {
    std::string version = "2.1";
    NodeInfoSoftware software;
    std::vector<std::string> protocols;
    NodeInfoServices services;
    bool openRegistrations = false; // NOLINT(readability-identifier-naming)
    NodeInfoUsage usage;
    std::map<std::string, std::string> metadata;
};
BOOST_DESCRIBE_STRUCT(NodeInfo, (), (version, software, protocols, services, openRegistrations, usage, metadata))

// How many people there are is told where people need not sign in.
NodeInfo node_info(const api::View&);

// Pages that are dear to make, or the same in other clothes, are not for robots; nothing is where people must sign in.
std::string robots(const config::Settings&);

// What the operator has put into public/.well-known/security.txt of the data folder; otherwise the address that the
// site sends mail from. Nothing where there is neither.
std::optional<std::string> security_contact(const config::Settings&, Time now);

// robots.txt as the operator has it in public/ of the data folder.
std::optional<std::string> own_robots(const config::Settings&);

} // namespace cairn::misc
