// The built-in SSH server for git. Each connection has a thread; there are only so many of them, and of those whom
// nobody knows yet even fewer, for a short time.
#pragma once

#include <memory>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::ssh {

class Server {
public:
    // Listens as the settings say, and makes the server's keys if there are none. Throws std::runtime_error with words
    // for the operator.
    explicit Server(const api::Site&);
    // Takes nobody any more, lets commands under way go on for as long as the settings give them, and then ends them.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

private:
    class Reception;
    std::unique_ptr<Reception> reception_;
};

} // namespace cairn::ssh
