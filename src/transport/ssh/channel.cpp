#include "ssh/channel.hpp"

#include <fcntl.h>
#include <libssh/server.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "api/rate_limits.hpp"
#include "base/log.hpp"
#include "base/work_for.hpp"

namespace cairn::ssh {

namespace {

constexpr std::size_t piece_size = 32U << 10;
constexpr int most_unread = 1 << 20;
constexpr std::size_t longest_protocol = 256;

Outcome perform(const std::function<Outcome(git::Source&, git::Sink&)>& work, int descriptor)
try {
    DescriptorSource source(descriptor);
    DescriptorSink sink(descriptor);
    return work(source, sink);
} catch (const Hangup&) {
    return {.status = 1};
} catch (const std::exception& error) {
    log::error("a command over SSH failed", {{"error", error.what()}});
    return {.status = 1, .words = "Cairn: the server failed\n"};
}

} // namespace

Channel::Channel(const api::Site& site, Executor& executor, const transport::Visitor& visitor, ssh_session session)
    : site_(site), executor_(executor), visitor_(visitor), session_(session), handle_(ssh_channel_new(session))
{
    if (handle_ == nullptr) throw std::bad_alloc();
    callbacks_.userdata = this;
    callbacks_.channel_exec_request_function = &on_exec;
    callbacks_.channel_shell_request_function = &on_shell;
    callbacks_.channel_env_request_function = &on_env;
    callbacks_.channel_data_function = &on_data;
    ssh_callbacks_init(&callbacks_);
    ssh_set_channel_callbacks(handle_, &callbacks_);
}

Channel::~Channel()
{
    // The command notices at its next word, and takes down what it has started.
    if (near_) ::shutdown(near_.number(), SHUT_RDWR);
    near_.reset();
    if (worker_.joinable()) worker_.join();
    ssh_remove_channel_callbacks(handle_, &callbacks_);
    ssh_channel_free(handle_);
}

int Channel::on_exec(ssh_session, ssh_channel, const char* command, void* self)
{
    auto& channel = *static_cast<Channel*>(self);
    Request request{.command = command, .protocol = channel.protocol_};
    const bool started = channel.start([&channel, request = std::move(request)](git::Source& source, git::Sink& sink) {
        const auto prepared =
            channel.executor_.ask([&] { return prepare_command(channel.site_, channel.visitor_, request); });
        return run_command(channel.site_, channel.visitor_, prepared, source, sink);
    });
    return started ? 0 : 1;
}

int Channel::on_shell(ssh_session, ssh_channel, void* self)
{
    auto& channel = *static_cast<Channel*>(self);
    return channel.start([&channel](git::Source&, git::Sink&) { return greet(channel.visitor_); }) ? 0 : 1;
}

int Channel::on_env(ssh_session, ssh_channel, const char* name, const char* value, void* self)
{
    const std::string_view sent(value);
    if (std::string_view(name) != "GIT_PROTOCOL" || sent.size() > longest_protocol) return 1;
    static_cast<Channel*>(self)->protocol_ = sent;
    return 0;
}

// What comes without a command, or as if it were an error message, is of no use to anybody. The rest stays with libssh
// and is read when there is room.
int Channel::on_data(ssh_session, ssh_channel, void*, std::uint32_t size, int is_error, void* self)
{
    const bool is_wanted = is_error == 0 && static_cast<Channel*>(self)->near_;
    return is_wanted ? 0 : static_cast<int>(size);
}

// Called from libssh, which knows no exceptions.
bool Channel::start(Work work)
try {
    if (worker_.joinable() || over_) return false;
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
    near_ = Descriptor(ends[0]);
    worker_ = std::thread([this, work = std::move(work), far = Descriptor(ends[1])] {
        // A key that opens no account is somebody as well.
        const WorkFor whose(
            api::client_number(visitor_.account != nullptr ? visitor_.viewer.id : -visitor_.deploy_key_id));
        outcome_ = perform(work, far.number());
        ::shutdown(far.number(), SHUT_RDWR); // how the near end learns of it
    });
    return true;
} catch (const std::exception& error) {
    log::error("a command over SSH could not be started", {{"error", error.what()}});
    near_.reset();
    return false;
}

bool Channel::can_send() const
{
    return outgoing_.empty() && (ssh_get_poll_flags(session_) & SSH_WRITE_PENDING) == 0
        && ssh_channel_window_size(handle_) > 0;
}

pollfd Channel::waits_for() const
{
    const auto events = static_cast<short>((can_send() ? POLLIN : 0) | (incoming_.empty() ? 0 : POLLOUT));
    return {near_ && events != 0 ? near_.number() : -1, events, 0};
}

// Asked only where there is something: of an empty buffer libssh would read the socket by itself.
bool Channel::is_full() const { return !incoming_.empty() && ssh_channel_poll(handle_, 0) > most_unread; }

bool Channel::move()
{
    if (over_) return false;
    if (!near_) {
        over_ = ssh_channel_is_closed(handle_) != 0;
        return false;
    }
    const bool in = move_in();
    const bool out = !over_ && move_out();
    return in || out;
}

bool Channel::move_in()
{
    bool moved = false;
    for (;;) {
        if (incoming_.empty() && !client_ended_) {
            std::array<char, piece_size> piece; // NOLINT(*-member-init): filled by libssh
            const int got = ssh_channel_read_nonblocking(handle_, piece.data(), piece.size(), 0);
            if (got > 0) incoming_.assign(piece.data(), static_cast<std::size_t>(got));
            else if (got != 0 || ssh_channel_is_eof(handle_) != 0 || ssh_channel_is_closed(handle_) != 0) {
                client_ended_ = true;
                ::shutdown(near_.number(), SHUT_WR);
            }
        }
        if (incoming_.empty()) return moved;
        if (command_deaf_) {
            incoming_.clear();
            continue;
        }
        const auto sent = ::send(near_.number(), incoming_.data(), incoming_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return moved;
        if (sent < 0) command_deaf_ = true;
        else incoming_.erase(0, static_cast<std::size_t>(sent));
        moved = true;
    }
}

bool Channel::move_out()
{
    bool moved = false;
    if (ssh_channel_is_closed(handle_) != 0) {
        over_ = true;
        return false;
    }
    for (;;) {
        if (!outgoing_.empty()) {
            const int sent = ssh_channel_write(handle_, outgoing_.data(), static_cast<std::uint32_t>(outgoing_.size()));
            if (sent == SSH_ERROR) over_ = true;
            if (sent <= 0) return moved;
            outgoing_.erase(0, static_cast<std::size_t>(sent));
            moved = true;
        }
        if (!can_send()) return moved;
        std::array<char, piece_size> piece; // NOLINT(*-member-init): filled by recv()
        const auto room = std::min<std::size_t>(piece.size(), ssh_channel_window_size(handle_));
        const auto got = ::recv(near_.number(), piece.data(), room, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return moved;
        if (got <= 0) {
            finish();
            return true;
        }
        outgoing_.assign(piece.data(), static_cast<std::size_t>(got));
    }
}

void Channel::finish()
{
    near_.reset();
    worker_.join();
    over_ = true;
    if (const auto& words = outcome_.words; !words.empty())
        ssh_channel_write_stderr(handle_, words.data(), static_cast<std::uint32_t>(words.size()));
    ssh_channel_request_send_exit_status(handle_, outcome_.status);
    ssh_channel_send_eof(handle_);
    ssh_channel_close(handle_);
}

} // namespace cairn::ssh
