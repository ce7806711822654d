// The address of a repository on another server, as a person has typed it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::remotes {

// A name and a password or token. They are never part of an address that is shown, stored in the clear or logged.
struct Credentials {
    std::string name;
    std::string secret;

    bool empty() const { return name.empty() && secret.empty(); }
};

struct Address {
    std::string scheme; // http, https, git
    std::string host;   // in lower case; an IPv6 address without its brackets
    std::uint16_t port = 0;
    std::string path; // with its slash; as it was typed, escapes and all

    // host:port as addresses have it; the port only if it is not the usual one.
    std::string authority() const;
    std::string text() const; // without credentials
};

struct Remote {
    Address address{};
    Credentials credentials{};
};

// Errc::forbidden for what would be a file of this machine, Errc::unprocessable for everything else that is not an
// address of a server that is spoken to by HTTP or git's own protocol. A query and a fragment have no place in one.
Result<Remote> parse_remote(std::string_view text);

// The wiki that belongs to a repository at an address, by the custom of servers like this one.
Address wiki_of(const Address&);

} // namespace cairn::remotes
