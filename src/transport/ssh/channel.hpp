// Private to src/ssh: one channel of a connection, which is one command of git. The command runs on a thread of its own
// at the far end of a pair of sockets; the connection's thread moves bytes between the near end and the channel, as far
// as both sides take them. So neither a slow client nor a slow command makes us hold more than a piece.
#pragma once

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <poll.h>

#include <functional>
#include <string>
#include <thread>

#include "ssh/executor.hpp"
#include "ssh/prepared_command.hpp"
#include "ssh/streams.hpp"

namespace cairn::ssh {

class Channel {
public:
    Channel(const api::Site&, Executor&, const transport::Visitor&, ssh_session);
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    ssh_channel handle() const { return handle_; }

    // What to wait for before the next move().
    pollfd waits_for() const;

    // Moves what can be moved without waiting. Whether that was anything.
    bool move();

    // The command has ended and the client was told, or the channel is gone.
    bool is_over() const { return over_; }

    // The client has sent more than the command takes for now: nothing more shall be read from it. (libssh's window
    // alone does not stop it: it is opened anew whatever is still unread.)
    bool is_full() const;

private:
    static int on_exec(ssh_session, ssh_channel, const char* command, void* self);
    static int on_shell(ssh_session, ssh_channel, void* self);
    static int on_data(ssh_session, ssh_channel, void* data, std::uint32_t size, int is_error, void* self);
    static int on_env(ssh_session, ssh_channel, const char* name, const char* value, void* self);

    using Work = std::function<Outcome(git::Source&, git::Sink&)>;
    bool start(Work);
    bool move_in();
    bool move_out();
    bool can_send() const;
    void finish();

    const api::Site& site_;
    Executor& executor_;
    const transport::Visitor& visitor_;
    ssh_session session_;
    ssh_channel handle_;
    ssh_channel_callbacks_struct callbacks_{};
    std::string protocol_;
    Descriptor near_;
    std::string incoming_; // from the client, not yet taken by the command
    std::string outgoing_; // from the command, not yet taken by libssh
    bool client_ended_ = false;
    bool command_deaf_ = false; // it wants no more input
    bool over_ = false;
    Outcome outcome_; // the thread's, until it has ended
    std::thread worker_;
};

} // namespace cairn::ssh
