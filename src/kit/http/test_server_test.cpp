// The client of test_server.hpp. (Its name has it built with the tests.)
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <charconv>
#include <stdexcept>

#include "http/header_value.hpp"
#include "http/test_server.hpp"

namespace cairn::http::test {

std::string Reply::header(std::string_view name) const
{
    std::string all;
    for (const auto& [known, value] : headers)
        if (same_token(known, name)) all += (all.empty() ? "" : ", ") + value;
    return all;
}

Client::Client(std::uint16_t port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    const timeval patience{10, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("cannot connect to the server under test");
}

Client::~Client() { ::close(socket_); }

bool Client::send(std::string_view bytes) const
{
    while (!bytes.empty()) {
        const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

void Client::finish_sending() const { ::shutdown(socket_, SHUT_WR); }

bool Client::fill()
{
    char bytes[65536];
    const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        throw std::runtime_error("the server neither answered nor closed within ten seconds");
    if (count <= 0) return false;
    pending_.append(bytes, static_cast<std::size_t>(count));
    return true;
}

std::string Client::read_some()
{
    if (pending_.empty()) fill();
    return std::exchange(pending_, {});
}

bool Client::hears_nothing_for(std::chrono::milliseconds time)
{
    pollfd waiting{socket_, POLLIN, 0};
    return pending_.empty() && ::poll(&waiting, 1, static_cast<int>(time.count())) == 0;
}

std::string Client::read_line()
{
    std::size_t end = 0;
    while ((end = pending_.find("\r\n")) == pending_.npos)
        if (!fill()) return std::exchange(pending_, {});
    auto line = pending_.substr(0, end);
    pending_.erase(0, end + 2);
    return line;
}

std::string Client::read_exactly(std::size_t count)
{
    while (pending_.size() < count && fill()) { }
    auto bytes = pending_.substr(0, count);
    pending_.erase(0, count);
    return bytes;
}

std::string Client::read_to_end()
{
    while (fill()) { }
    return std::exchange(pending_, {});
}

Reply Client::receive(bool to_head)
{
    Reply reply;
    const auto first = read_line();
    if (!first.starts_with("HTTP/1.1 ")) return reply;
    std::from_chars(first.data() + 9, first.data() + 12, reply.status);
    for (auto line = read_line(); !line.empty(); line = read_line()) {
        const auto colon = line.find(": ");
        reply.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    }
    if (to_head || reply.status < 200 || reply.status == 204 || reply.status == 304) return reply;
    if (reply.header("transfer-encoding") == "chunked") {
        for (;;) {
            const auto size = std::stoul(read_line(), nullptr, 16);
            reply.body += read_exactly(size);
            read_line();
            if (size == 0) return reply;
        }
    }
    const auto length = reply.header("content-length");
    reply.body = length.empty() ? read_to_end() : read_exactly(std::stoul(length));
    return reply;
}

std::string get(std::string_view target, std::string_view headers)
{
    return fmt::format("GET {} HTTP/1.1\r\nHost: here\r\n{}\r\n", target, headers);
}

std::string post(std::string_view target, std::string_view body, std::string_view headers)
{
    return fmt::format("POST {} HTTP/1.1\r\nHost: here\r\nContent-Length: {}\r\n{}\r\n{}", target, body.size(), headers,
                       body);
}

Response text(std::string body, int status)
{
    Response response{status, {}, std::move(body)};
    response.set("Content-Type", "text/plain");
    return response;
}

} // namespace cairn::http::test
