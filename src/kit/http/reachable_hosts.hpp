// Whom the server may call on somebody's behalf. People name addresses for webhooks, mirrors and migrations; without a
// limit they could make the server ask machines that only it can reach.
//
// The question is asked about the address that is connected to, after the name was resolved: what a name pointed to a
// moment before proves nothing.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sockaddr;

namespace cairn::http {

// Never changes once it is made: any thread may ask.
class ReachableHosts {
public:
    // `external` (everything that is public on the internet), `private`, `loopback`, `*`, networks such as 10.0.0.0/8,
    // and names of hosts, with * in them or not. Throws std::invalid_argument for anything else. What `blocked` has, in
    // the same words, is not to be called even so.
    explicit ReachableHosts(std::span<const std::string> rules, std::span<const std::string> blocked = {});
    ~ReachableHosts();
    ReachableHosts(ReachableHosts&&) noexcept;
    ReachableHosts& operator=(ReachableHosts&&) noexcept;

    // Whether `host`, as the address of the call has it, may be called at `ip`.
    bool allows(std::string_view host, std::string_view ip) const;

    // Whether a proxy may be asked to call `host`. It resolves names by itself, so a name must do: one that is listed,
    // or one of the kind of network that is: `loopback` (localhost), `private` (intranet, nas.local), `external` (the
    // others). What those lead to is for the proxy to allow.
    bool allows_unresolved(std::string_view host) const;

private:
    struct Rules;
    std::unique_ptr<const Rules> rules_;
    std::unique_ptr<const Rules> blocked_;
};

// Whether a host is named by its address.
bool is_address(std::string_view host);

// An address that is about to be connected to, for ReachableHosts::allows(); empty for one of another kind than IP.
std::string address_text(const sockaddr&);

} // namespace cairn::http
