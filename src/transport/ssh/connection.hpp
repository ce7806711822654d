// Private to src/ssh: one client's connection, on a thread of its own: it shows a key, and then opens a channel for
// each command. There is nothing else to be had: no password, no terminal, no forwarding, no agent.
#pragma once

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ssh/channel.hpp"
#include "ssh/keys.hpp"

namespace cairn::ssh {

class Connection {
public:
    // What the connections of a server have in common.
    struct Surroundings {
        const api::Site& site;
        Executor& executor;
        const accounts::Certificates& certificates;
        std::chrono::seconds idle_timeout;
        const std::atomic<bool>& stopping; // what runs may go on, and nothing more begins
    };

    // The session, whose socket is connected, is freed with the connection. `known` is called when a key was shown.
    Connection(const Surroundings&, ssh_session, std::string address, std::function<void()> known);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Until the client goes, is cut off, or has nothing to say for too long.
    void run();

private:
    static int on_key(ssh_session, const char* user, ssh_key_struct*, char state, void* self);
    static ssh_channel on_channel(ssh_session, void* self);
    static int on_other_message(ssh_session, ssh_message, void* self);

    std::optional<KeyOwner> holder_of(ssh_key_struct*) const;
    bool wait(int milliseconds);
    bool move();

    const Surroundings& around_;
    ssh_session session_;
    ssh_event event_;
    const std::string address_;
    const std::function<void()> known_;
    ssh_server_callbacks_struct callbacks_{};
    int tries_ = 0;
    transport::Visitor visitor_{};
    bool is_known_ = false;
    std::vector<std::unique_ptr<Channel>> channels_;
};

} // namespace cairn::ssh
