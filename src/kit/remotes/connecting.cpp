#include "remotes/connecting.hpp"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace cairn::remotes {

namespace {

constexpr int most_seconds = 10; // for each of them

class Socket {
public:
    explicit Socket(const addrinfo& address)
        : descriptor_(socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
    {
    }
    ~Socket()
    {
        if (descriptor_ >= 0) close(descriptor_);
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    int get() const { return descriptor_; }

private:
    int descriptor_;
};

Result<bool> answers(const addrinfo& address, const std::function<bool()>& goes_on)
{
    const Socket made(address);
    if (made.get() < 0) return false;
    if (connect(made.get(), address.ai_addr, address.ai_addrlen) == 0) return true;
    if (errno != EINPROGRESS) return false;
    for (int second = 0; second < most_seconds; ++second) {
        pollfd waiting{.fd = made.get(), .events = POLLOUT, .revents = 0};
        const int ready = poll(&waiting, 1, 1000);
        if (ready > 0) {
            int error = 0;
            socklen_t size = sizeof error;
            return getsockopt(made.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
        }
        if (ready < 0 && errno != EINTR) return false;
        if (!goes_on()) return fail(Errc::conflict, "it was stopped");
    }
    return false;
}

} // namespace

Result<std::string> first_that_answers(std::span<const std::string> ips, std::uint16_t port,
                                       const std::function<bool()>& goes_on)
{
    for (const auto& ip : ips) {
        const addrinfo wanted{.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
        addrinfo* raw = nullptr;
        if (getaddrinfo(ip.c_str(), std::to_string(port).c_str(), &wanted, &raw) != 0) continue;
        const std::unique_ptr<addrinfo, void (*)(addrinfo*)> found(raw, freeaddrinfo);
        if (TRY(answers(*found, goes_on))) return ip;
    }
    return fail(Errc::unavailable, "the server does not answer");
}

} // namespace cairn::remotes
