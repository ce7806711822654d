#include "ssh/listener.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace cairn::ssh {

namespace {

constexpr int backlog = 128;

struct FreeAddresses {
    void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};

void set(const Descriptor& socket, int level, int option)
{
    const int on = 1;
    static_cast<void>(::setsockopt(socket.number(), level, option, &on, sizeof on));
}

} // namespace

std::vector<Descriptor> listen_on(const std::string& host, std::int64_t port)
{
    const auto service = std::to_string(port);
    const addrinfo wanted{.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    addrinfo* found = nullptr;
    const int problem = getaddrinfo(host.empty() ? nullptr : host.c_str(), service.c_str(), &wanted, &found);
    const auto where = (host.empty() ? "port " : host + " port ") + service;
    if (problem != 0)
        throw std::runtime_error("the SSH server cannot listen on " + where + ": " + gai_strerror(problem));
    const std::unique_ptr<addrinfo, FreeAddresses> addresses(found);
    std::vector<Descriptor> listeners;
    int reason = 0;
    for (const auto* address = found; address != nullptr; address = address->ai_next) {
        Descriptor socket(::socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!socket) continue; // a machine without IPv6
        set(socket, SOL_SOCKET, SO_REUSEADDR);
        if (address->ai_family == AF_INET6) set(socket, IPPROTO_IPV6, IPV6_V6ONLY);
        if (::bind(socket.number(), address->ai_addr, address->ai_addrlen) == 0
            && ::listen(socket.number(), backlog) == 0)
            listeners.push_back(std::move(socket));
        else if (errno != EAFNOSUPPORT && errno != EADDRNOTAVAIL) reason = errno;
    }
    if (reason != 0 || listeners.empty())
        throw std::runtime_error("the SSH server cannot listen on " + where + ": "
                                 + std::system_category().message(reason != 0 ? reason : EADDRNOTAVAIL));
    return listeners;
}

std::optional<Accepted> accept_from(int listener)
{
    sockaddr_storage from{};
    socklen_t size = sizeof from;
    Descriptor socket(::accept4(listener, reinterpret_cast<sockaddr*>(&from), &size, SOCK_CLOEXEC));
    if (!socket) {
        // Without descriptors there is nothing to be had for a while, and whoever waits goes on waiting.
        constexpr std::chrono::milliseconds a_while{100};
        if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) std::this_thread::sleep_for(a_while);
        return {};
    }
    set(socket, IPPROTO_TCP, TCP_NODELAY);
    set(socket, SOL_SOCKET, SO_KEEPALIVE);
    std::array<char, NI_MAXHOST> name{};
    const int problem = getnameinfo(reinterpret_cast<const sockaddr*>(&from), size, name.data(), name.size(), nullptr,
                                    0, NI_NUMERICHOST);
    return Accepted{.socket = std::move(socket), .address = problem == 0 ? name.data() : ""};
}

} // namespace cairn::ssh
