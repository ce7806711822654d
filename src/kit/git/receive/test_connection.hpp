// For tests: a git client on one end of a socket and us on the other, as it is with SSH.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "git/receive/stream.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

struct Hangup : std::runtime_error {
    Hangup() : std::runtime_error("the client went away") { }
};

class SocketStream final : public Source, public Sink {
public:
    explicit SocketStream(int socket) : socket_(socket) { }
    // A socket that is closed with something unread in it takes from its client what that has not read yet; SSH does
    // not.
    ~SocketStream() override
    {
        shutdown(socket_, SHUT_WR);
        char unread[4096];
        while (recv(socket_, unread, sizeof unread, 0) > 0) { }
        close(socket_);
    }
    SocketStream(const SocketStream&) = delete;
    SocketStream& operator=(const SocketStream&) = delete;

    std::size_t read(std::span<char> into) override
    {
        const auto got = recv(socket_, into.data(), into.size(), 0);
        if (got < 0) throw Hangup();
        return static_cast<std::size_t>(got);
    }
    int descriptor() const override { return socket_; }
    void write(std::string_view bytes) override
    {
        while (!bytes.empty()) {
            const auto sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0) throw Hangup();
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

private:
    int socket_;
};

// Runs `serve` on one end while a shell command runs with the other: the command gets its address in $REMOTE. What the
// command wrote.
inline std::string converse(const std::string& command, const std::function<void(SocketStream&)>& serve,
                            bool may_fail = false)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw std::runtime_error("socketpair");
    std::thread server([&] {
        SocketStream stream(ends[0]);
        try {
            serve(stream);
        } catch (const Hangup&) { // the client's affair
        }
    });
    // Only this command inherits it: a copy that is not closed on exec.
    const auto inherited = fcntl(ends[1], F_DUPFD, 100);
    close(ends[1]);
    const auto said = shell("export REMOTE=fd::" + std::to_string(inherited) + "; " + command, may_fail);
    close(inherited);
    server.join();
    return said;
}

// A text that comes in pieces.
class PieceSource final : public Source {
public:
    explicit PieceSource(std::string text, std::size_t piece = 1U << 20) : text_(std::move(text)), piece_(piece) { }
    std::size_t read(std::span<char> into) override
    {
        const auto taken = text_.copy(into.data(), std::min(into.size(), piece_), position_);
        position_ += taken;
        return taken;
    }

private:
    std::string text_;
    std::size_t piece_;
    std::size_t position_ = 0;
};

class TextSink final : public Sink {
public:
    void write(std::string_view bytes) override { text.append(bytes); }
    std::string text;
};

} // namespace cairn::git
