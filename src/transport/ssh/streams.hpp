// A descriptor as git's kit reads and writes it.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <utility>

#include "base/descriptor.hpp"
#include "git/receive/stream.hpp"

namespace cairn::ssh {

struct Hangup : std::exception {
    const char* what() const noexcept override { return "the client went away"; }
};

class DescriptorSource final : public git::Source {
public:
    explicit DescriptorSource(int descriptor) : descriptor_(descriptor) { }

    std::size_t read(std::span<char> into) override
    {
        for (;;) {
            const auto got = ::read(descriptor_, into.data(), into.size());
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) throw Hangup();
        }
    }
    int descriptor() const override { return descriptor_; }

private:
    int descriptor_;
};

class DescriptorSink final : public git::Sink {
public:
    explicit DescriptorSink(int descriptor) : descriptor_(descriptor) { }

    void write(std::string_view bytes) override
    {
        while (!bytes.empty()) {
            const auto sent = ::write(descriptor_, bytes.data(), bytes.size());
            if (sent < 0 && errno == EINTR) continue;
            if (sent < 0) throw Hangup();
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    // A socket is hung up when both of its directions are closed, a pipe is broken when nobody has its other end.
    void check() override
    {
        pollfd end{descriptor_, 0, 0};
        if (::poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR)) != 0) throw Hangup();
    }

private:
    int descriptor_;
};

} // namespace cairn::ssh
